package dev.restante.bench.scenario;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.RawContender;
import dev.restante.bench.contender.RawStore;
import dev.restante.bench.measure.Outcome;
import java.util.Locale;

/** Raw JDBC alone: inserts a batch and deletes the one before, in one transaction and with one fsync. */
public record RawBatchScenario(int batch) implements Scenario {

    @Override
    public String name() {
        return "raw-" + batch;
    }

    @Override
    public String description() {
        return String.format(
                Locale.ROOT,
                "raw JDBC, one writer, %d messages per transaction: inserted and the batch before deleted",
                batch);
    }

    @Override
    public boolean includes(Contender contender) {
        return contender instanceof RawContender;
    }

    @Override
    public Outcome run(Contender contender, Trial trial) throws Exception {
        Settings settings = trial.settings();
        try (RawStore store = ((RawContender) contender).open(trial.directory())) {
            return new RawLoad(store, batch, settings.bodyBytes()).measure(settings.warmUp(), settings.window());
        }
    }
}
