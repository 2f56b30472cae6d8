package dev.restante.tck.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.tck.run.TestOutcome.Ending;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KnownFailuresTest {

    private static final KnownFailures KNOWN =
            KnownFailures.parse(List.of("# a comment", "", "rows restante topics A.b"));

    private static SuiteResult result(String provider, TestOutcome... outcomes) {
        return new SuiteResult(Suite.ROWS, provider, 0, List.of(outcomes), KNOWN);
    }

    private static TestOutcome outcome(String test, Ending ending) {
        return new TestOutcome(test, test, ending, ending == Ending.PASSED ? null : new AssertionError("x"));
    }

    @Test
    void shouldAcceptAListedFailure() {
        SuiteResult result = result("restante-hsqldb", outcome("A.b", Ending.FAILED));

        assertThat(result.complaints()).isEmpty();
        assertThat(result.excludedByReason()).containsEntry("topics", 1L);
    }

    @Test
    void shouldComplainOfAFailureThatIsNotListed() {
        assertThat(result("restante-hsqldb", outcome("A.b", Ending.FAILED), outcome("A.c", Ending.FAILED))
                        .complaints())
                .singleElement()
                .asString()
                .contains("failed: A.c");
    }

    @Test
    void shouldComplainOfAListedTestThatPasses() {
        assertThat(result("restante-hsqldb", outcome("A.b", Ending.PASSED)).complaints())
                .singleElement()
                .asString()
                .contains("passed although listed");
    }

    @Test
    void shouldComplainOfAListedTestThatDoesNotExist() {
        assertThat(result("restante-hsqldb", outcome("A.c", Ending.PASSED)).complaints())
                .singleElement()
                .asString()
                .contains("no such test: A.b");
    }

    @Test
    void shouldComplainOfNoTests() {
        assertThat(result("artemis").complaints()).containsExactly("no test was found");
    }

    @Test
    void shouldNotApplyToOtherProviders() {
        assertThat(result("artemis", outcome("A.b", Ending.FAILED)).failed()).hasSize(1);
    }

    @Test
    void shouldRefuseLinesThatItDoesNotUnderstand() {
        assertThatThrownBy(() -> KnownFailures.parse(List.of("rows restante topics")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
