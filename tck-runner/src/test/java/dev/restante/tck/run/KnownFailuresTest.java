package dev.restante.tck.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.tck.run.TestOutcome.TestStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KnownFailuresTest {

    private static final KnownFailures KNOWN =
            KnownFailures.parse(List.of("# a comment", "", "requirements restante topics A.b"));

    private static SuiteResult result(String provider, TestOutcome... outcomes) {
        return new SuiteResult(ConformanceSuite.REQUIREMENTS, provider, 0, List.of(outcomes), KNOWN);
    }

    private static TestOutcome outcome(String test, TestStatus status) {
        return new TestOutcome(test, test, status, status == TestStatus.PASSED ? null : new AssertionError("x"));
    }

    @Test
    void shouldAcceptAListedFailure() {
        SuiteResult result = result("restante-hsqldb", outcome("A.b", TestStatus.FAILED));

        assertThat(result.problems()).isEmpty();
        assertThat(result.excludedByReason()).containsEntry("topics", 1L);
    }

    @Test
    void shouldComplainOfAFailureThatIsNotListed() {
        assertThat(result("restante-hsqldb", outcome("A.b", TestStatus.FAILED), outcome("A.c", TestStatus.FAILED))
                        .problems())
                .singleElement()
                .asString()
                .contains("failed: A.c");
    }

    @Test
    void shouldComplainOfAListedTestThatPasses() {
        assertThat(result("restante-hsqldb", outcome("A.b", TestStatus.PASSED)).problems())
                .singleElement()
                .asString()
                .contains("passed although listed");
    }

    @Test
    void shouldComplainOfAListedTestThatDoesNotExist() {
        assertThat(result("restante-hsqldb", outcome("A.c", TestStatus.PASSED)).problems())
                .singleElement()
                .asString()
                .contains("no such test: A.b");
    }

    @Test
    void shouldComplainOfNoTests() {
        assertThat(result("artemis").problems()).containsExactly("no test was found");
    }

    @Test
    void shouldNotApplyToOtherProviders() {
        assertThat(result("artemis", outcome("A.b", TestStatus.FAILED)).failed())
                .hasSize(1);
    }

    @Test
    void shouldRefuseLinesThatItDoesNotUnderstand() {
        assertThatThrownBy(() -> KnownFailures.parse(List.of("requirements restante topics")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
