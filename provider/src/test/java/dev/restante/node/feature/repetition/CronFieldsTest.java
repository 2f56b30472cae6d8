package dev.restante.node.feature.repetition;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("fields of cron expressions")
class CronFieldsTest {

    @ParameterizedTest
    @ValueSource(strings = {"+5", "\uFF15", "\u0665"})
    @DisplayName("cron fields accept only ASCII digits, without a plus sign")
    void shouldRefuseOtherNumbers(String number) {
        for (String minutes : List.of("%s", "1,%s", "%s-10", "1-%s", "*/%s")) {
            String expression = minutes.replace("%s", number) + " * * * *";
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> CronFields.of(expression))
                    .withMessageContaining("'" + number.charAt(0) + "'");
        }
    }
}
