package dev.restante.bench;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.measure.RunOutcome;
import dev.restante.bench.measure.WorkDirectory;
import dev.restante.bench.scenario.BenchmarkSettings;
import dev.restante.bench.scenario.RunContext;
import dev.restante.bench.scenario.Scenario;

/**
 * Runner of one scenario against one contender (a compared system), in this or a child JVM, which returns a failure as
 * an outcome.
 */
final class ScenarioRunner {

    private ScenarioRunner() {}

    static RunOutcome runInThisJvm(Scenario scenario, Contender contender, RunContext context) {
        try {
            return scenario.run(contender, context);
        } catch (Exception | LinkageError | OutOfMemoryError e) {
            return failed(e);
        }
    }

    static RunOutcome run(Scenario scenario, Contender contender, BenchmarkSettings settings, String directoryName) {
        if (contender.unavailable().isPresent()) {
            return new RunOutcome.SkippedRun(contender.unavailable().get());
        }
        try (WorkDirectory directory = WorkDirectory.create(directoryName)) {
            RunContext context = new RunContext(settings, directory.path());
            return scenario.needsOwnJvm()
                    ? ChildJvm.run(scenario, contender, context)
                    : runInThisJvm(scenario, contender, context);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failed(e);
        } catch (Exception e) {
            return failed(e);
        }
    }

    /** Returns a one-line outcome for the report and prints the stack trace to standard error. */
    @SuppressWarnings("CatchAndPrintStackTrace")
    private static RunOutcome failed(Throwable failure) {
        failure.printStackTrace();
        return new RunOutcome.FailedRun(String.valueOf(failure));
    }
}
