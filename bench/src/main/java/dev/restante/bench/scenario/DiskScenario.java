package dev.restante.bench.scenario;

import dev.restante.bench.contender.CarryingContender;
import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.HeldIn;
import dev.restante.bench.contender.RawContender;
import dev.restante.bench.contender.RawStore;
import dev.restante.bench.contender.RestanteContender;
import dev.restante.bench.contender.RestantePostgresqlContender;
import dev.restante.bench.contender.RunningTransport;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.measure.DirectorySize;
import dev.restante.bench.measure.Outcome;
import dev.restante.bench.measure.Tally;
import jakarta.jms.DeliveryMode;
import java.util.Map;

/** Passes many messages through a near-empty queue and watches the size of the store. */
public record DiskScenario() implements Scenario {

    private static final int IN_FLIGHT = 1_000;
    private static final int RAW_BATCH = 200;

    @Override
    public String name() {
        return "disk";
    }

    @Override
    public String description() {
        return "many messages through a near-empty queue (1 producer, CompletionListener, 1 consumer); size of the store";
    }

    @Override
    public boolean includes(Contender contender) {
        return contender instanceof RawContender
                || contender instanceof RestanteContender
                || contender instanceof RestantePostgresqlContender;
    }

    @Override
    public Outcome run(Contender contender, Trial trial) throws Exception {
        double messagesPerSecond;
        double endMebibytes;
        try (DirectorySize size = DirectorySize.watch(trial.directory())) {
            if (contender instanceof CarryingContender carrying) {
                messagesPerSecond = passThrough(carrying, trial);
            } else {
                try (RawStore store = ((RawContender) contender).open(trial.directory())) {
                    messagesPerSecond = new RawLoad(
                                    store, RAW_BATCH, trial.settings().bodyBytes())
                            .passThrough(trial.settings().diskMessages());
                }
            }
            endMebibytes = size.currentMebibytes();
            return new Outcome.Measured(
                    messagesPerSecond,
                    Map.of(),
                    Map.of(
                            "store after shutdown, MiB",
                            endMebibytes,
                            "store, highest, MiB",
                            Math.max(endMebibytes, size.highestMebibytes()),
                            "messages",
                            (double) trial.settings().diskMessages()));
        }
    }

    private static double passThrough(CarryingContender carrying, Trial trial) throws Exception {
        Settings settings = trial.settings();
        Load load = new Load(1, 1, Load.Mode.ASYNC, IN_FLIGHT, DeliveryMode.PERSISTENT);
        try (RunningTransport running = carrying.start(trial.directory(), HeldIn.STORE)) {
            Tally tally = new Tally(settings.outstandingLimit(), settings.diskMessages());
            return new LoadRun(running, load, settings.bodyBytes(), tally).sendAndConsumeAll();
        }
    }
}
