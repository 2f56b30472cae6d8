package dev.restante.console.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Accounts of the console")
class ConsoleAccountTest {

    /** Hash that Python's hashlib has created. */
    private static final String HASHED = "pbkdf2_sha256$1000$saltsaltsalt$2+3CY0dzHm/Nx1m1H32DTSeRQu7pw8IVNkhFt7x+l7A=";

    @Test
    @DisplayName("a password can be hashed in the format of Django")
    void shouldHash() {
        assertThat(PasswordHash.matches("s3cret:\u00fc", HASHED)).isTrue();
        assertThat(PasswordHash.matches("s3cret:u", HASHED)).isFalse();
        String own = PasswordHash.of("s3cret:\u00fc");
        assertThat(PasswordHash.matches("s3cret:\u00fc", own)).isTrue();
        assertThat(own).startsWith("pbkdf2_sha256$600000$").isNotEqualTo(PasswordHash.of("s3cret:\u00fc"));
    }

    @Test
    @DisplayName("an account needs a name without a colon, and a password that is no malformed hash")
    void shouldCheck() {
        for (String name : new String[] {"", " ", "a:b"}) {
            assertThatIllegalArgumentException().isThrownBy(() -> ConsoleAccount.withAllRights(name, "x"));
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
                    .isThrownBy(() -> ConsoleAccount.withAllRights("ada", password))
                    .withMessageNotContaining("saltsalt");
        }
        assertThat(ConsoleAccount.withAllRights("ada", "s3cret").toString()).doesNotContain("s3cret");
    }

    @Test
    @DisplayName("a list of rights is parsed, and unknown rights are rejected")
    void shouldList() {
        assertThat(ConsoleRight.parse("view")).isEmpty();
        assertThat(ConsoleRight.parse(" READ, repair ")).isEqualTo(Set.of(ConsoleRight.READ, ConsoleRight.REPAIR));
        assertThat(ConsoleRight.parse("all")).containsExactly(ConsoleRight.values());
        for (String list : new String[] {"", "write", "read,", "none"}) {
            assertThatIllegalArgumentException().as(list).isThrownBy(() -> ConsoleRight.parse(list));
        }
    }
}
