package dev.restante.bench.scenario;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.RawContender;
import dev.restante.bench.contender.RawStore;
import dev.restante.bench.measure.RunOutcome;
import java.util.Locale;

/** Scenario of raw JDBC transactions that insert a batch and delete the previous batch, with one fsync each. */
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
    public boolean appliesTo(Contender contender) {
        return contender instanceof RawContender;
    }

    @Override
    public RunOutcome run(Contender contender, RunContext context) throws Exception {
        BenchmarkSettings settings = context.settings();
        try (RawStore store = ((RawContender) contender).open(context.directory())) {
            return new RawLoad(store, batch, settings.bodyBytes()).measure(settings.warmUp(), settings.window());
        }
    }
}
