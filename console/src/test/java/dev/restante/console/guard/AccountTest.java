package dev.restante.console.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An account of the console")
class AccountTest {

    /** Made by Python's hashlib. */
    private static final String HASHED = "pbkdf2_sha256$1000$saltsaltsalt$2+3CY0dzHm/Nx1m1H32DTSeRQu7pw8IVNkhFt7x+l7A=";

    @Test
    @DisplayName("has a password that may be hashed as Django does it")
    void shouldHash() {
        assertThat(PasswordHash.matches("s3cret:\u00fc", HASHED)).isTrue();
        assertThat(PasswordHash.matches("s3cret:u", HASHED)).isFalse();
        String own = PasswordHash.of("s3cret:\u00fc");
        assertThat(PasswordHash.matches("s3cret:\u00fc", own)).isTrue();
        assertThat(own).startsWith("pbkdf2_sha256$600000$").isNotEqualTo(PasswordHash.of("s3cret:\u00fc"));
    }

    @Test
    @DisplayName("is refused without a name or password, with a colon, or with a hash that is none")
    void shouldCheck() {
        for (String name : new String[] {"", " ", "a:b"}) {
            assertThatIllegalArgumentException().isThrownBy(() -> Account.withAll(name, "x"));
        }
        for (String password : new String[] {
            "",
            " ",
            "pbkdf2_sha256$",
            HASHED.replace("$1000$", "$0999$"),
            HASHED.replace("$1000$", "$99999999$"),
            HASHED.replace("=", "")
        }) {
            assertThatIllegalArgumentException()
                    .as(password)
                    .isThrownBy(() -> Account.withAll("ada", password))
                    .withMessageNotContaining("saltsalt");
        }
        assertThat(Account.withAll("ada", "s3cret").toString()).doesNotContain("s3cret");
    }

    @Test
    @DisplayName("has the rights of a list")
    void shouldList() {
        assertThat(Right.listed("look")).isEmpty();
        assertThat(Right.listed(" READ, repair ")).isEqualTo(Set.of(Right.READ, Right.REPAIR));
        assertThat(Right.listed("all")).containsExactly(Right.values());
        for (String list : new String[] {"", "write", "read,", "none"}) {
            assertThatIllegalArgumentException().as(list).isThrownBy(() -> Right.listed(list));
        }
    }
}
