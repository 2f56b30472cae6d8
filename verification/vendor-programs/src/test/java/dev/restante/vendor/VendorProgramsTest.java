package dev.restante.vendor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.moved.program.FeatureResults;
import dev.restante.moved.table.Difference;
import dev.restante.moved.table.FeatureTable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs for the clients of vendors, on Restante only: their originals are services or need a licence. */
@DisplayName("programs for clients of vendors")
final class VendorProgramsTest {

    static List<VendorProgram> programs() {
        return VendorProgram.ALL;
    }

    @ParameterizedTest
    @MethodSource("programs")
    @DisplayName("a feature has the documented result or an expected difference, and the page lists it")
    void shouldRun(VendorProgram program) throws Exception {
        Map<String, String> observed = program.run();

        assertThat(observed.keySet())
                .containsAll(program.results().keySet())
                .containsAll(program.differences().keySet());
        observed.forEach((feature, result) -> {
            Difference difference = program.differences().get(feature);
            if (difference == null) {
                assertThat(FeatureResults.isRefusal(result))
                        .as("%s: %s", feature, result)
                        .isFalse();
                assertThat(result).as(feature).isEqualTo(program.results().getOrDefault(feature, result));
            } else {
                assertThat(difference.explains(result))
                        .as("%s: %s", feature, result)
                        .isTrue();
            }
        });
        FeatureTable table = new FeatureTable(program.page(), observed.keySet(), program.differences());
        assertThat(table.documented())
                .as("the table of %s. Write it with -Dmoved.tables.write=true", table.page())
                .isEqualTo(table.expected());
    }
}
