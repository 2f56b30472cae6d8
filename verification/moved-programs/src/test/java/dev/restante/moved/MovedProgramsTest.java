package dev.restante.moved;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.moved.program.FeatureResults;
import dev.restante.moved.table.Difference;
import dev.restante.moved.table.FeatureTable;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("programs for other providers")
final class MovedProgramsTest {

    static List<MovedProvider> providers() {
        return MovedProvider.ALL;
    }

    @TestFactory
    @DisplayName("a feature has the result of the original, or an expected difference")
    Stream<DynamicContainer> shouldMove() {
        return MovedProvider.ALL.stream()
                .map(provider -> DynamicContainer.dynamicContainer(provider.page(), tests(provider)));
    }

    private static Stream<DynamicTest> tests(MovedProvider provider) {
        return ComparedResults.of(provider).original().keySet().stream()
                .map(feature -> DynamicTest.dynamicTest(feature, () -> compare(provider, feature)));
    }

    private static void compare(MovedProvider provider, String feature) {
        ComparedResults results = ComparedResults.of(provider);
        String original = results.original().get(feature);
        String restante = results.restante().get(feature);
        Difference difference = provider.differences().get(feature);
        boolean expected = difference == null ? restante.equals(original) : difference.explains(restante);
        assertThat(FeatureResults.isRefusal(original))
                .as("The program needs features that the original has: %s", original)
                .isFalse();
        assertThat(expected)
                .as("original: %s%nRestante: %s%nexpected: %s", original, restante, difference)
                .isTrue();
        assertThat(difference == null || !restante.equals(original))
                .as("%s has the result of the original", feature)
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("providers")
    @DisplayName("the expected differences name features of the program")
    void shouldNameFeatures(MovedProvider provider) {
        assertThat(ComparedResults.of(provider).original().keySet())
                .containsAll(provider.differences().keySet());
    }

    @ParameterizedTest
    @MethodSource("providers")
    @DisplayName("the page about the provider lists each feature")
    void shouldBeDocumented(MovedProvider provider) throws Exception {
        FeatureTable table = new FeatureTable(
                provider.page(), ComparedResults.of(provider).original().keySet(), provider.differences());
        assertThat(table.documented())
                .as("the table of %s. Write it with -Dmoved.tables.write=true", table.page())
                .isEqualTo(table.expected());
    }
}
