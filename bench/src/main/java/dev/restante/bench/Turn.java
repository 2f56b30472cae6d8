package dev.restante.bench;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.measure.Outcome;
import dev.restante.bench.measure.WorkDirectory;
import dev.restante.bench.scenario.Scenario;
import dev.restante.bench.scenario.Settings;
import dev.restante.bench.scenario.Trial;

/** One contender's turn: whatever goes wrong becomes an outcome. */
final class Turn {

    private Turn() {}

    static Outcome runHere(Scenario scenario, Contender contender, Trial trial) {
        try {
            return scenario.run(contender, trial);
        } catch (Exception | LinkageError | OutOfMemoryError e) {
            return failed(e);
        }
    }

    static Outcome run(Scenario scenario, Contender contender, Settings settings, String directoryName) {
        if (contender.unavailable().isPresent()) {
            return new Outcome.Skipped(contender.unavailable().get());
        }
        try (WorkDirectory directory = WorkDirectory.create(directoryName)) {
            Trial trial = new Trial(settings, directory.path());
            return scenario.needsOwnJvm()
                    ? ChildJvm.run(scenario, contender, trial)
                    : runHere(scenario, contender, trial);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failed(e);
        } catch (Exception e) {
            return failed(e);
        }
    }

    /** The report has room for one line; the stack trace goes to standard error. */
    @SuppressWarnings("CatchAndPrintStackTrace")
    private static Outcome failed(Throwable failure) {
        failure.printStackTrace();
        return new Outcome.Failed(String.valueOf(failure));
    }
}
