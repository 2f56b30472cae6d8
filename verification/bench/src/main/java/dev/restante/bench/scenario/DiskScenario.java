package dev.restante.bench.scenario;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.MessageStorage;
import dev.restante.bench.contender.MessagingContender;
import dev.restante.bench.contender.RawContender;
import dev.restante.bench.contender.RawStore;
import dev.restante.bench.contender.RestanteContender;
import dev.restante.bench.contender.RestantePostgresqlContender;
import dev.restante.bench.contender.RunningTransport;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.measure.DirectorySizeSampler;
import dev.restante.bench.measure.LoadAccounting;
import dev.restante.bench.measure.RunOutcome;
import jakarta.jms.DeliveryMode;
import java.util.Map;

/** Scenario that measures the disk usage of a store whose queue stays almost empty. */
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
    public boolean appliesTo(Contender contender) {
        return contender instanceof RawContender
                || contender instanceof RestanteContender
                || contender instanceof RestantePostgresqlContender;
    }

    @Override
    public RunOutcome run(Contender contender, RunContext context) throws Exception {
        double messagesPerSecond;
        double endMebibytes;
        try (DirectorySizeSampler sizeSampler = DirectorySizeSampler.watch(context.directory())) {
            if (contender instanceof MessagingContender messaging) {
                messagesPerSecond = passThrough(messaging, context);
            } else {
                try (RawStore store = ((RawContender) contender).open(context.directory())) {
                    messagesPerSecond = new RawLoad(
                                    store, RAW_BATCH, context.settings().bodyBytes())
                            .passThrough(context.settings().diskMessages());
                }
            }
            endMebibytes = sizeSampler.currentMebibytes();
            return new RunOutcome.MeasuredRun(
                    messagesPerSecond,
                    Map.of(),
                    Map.of(
                            "store after shutdown, MiB",
                            endMebibytes,
                            "store, highest, MiB",
                            Math.max(endMebibytes, sizeSampler.highestMebibytes()),
                            "messages",
                            (double) context.settings().diskMessages()));
        }
    }

    private static double passThrough(MessagingContender messaging, RunContext context) throws Exception {
        BenchmarkSettings settings = context.settings();
        Load load = new Load(1, 1, Load.SendMode.ASYNC, IN_FLIGHT, DeliveryMode.PERSISTENT);
        try (RunningTransport running = messaging.start(context.directory(), MessageStorage.DISK)) {
            LoadAccounting accounting = new LoadAccounting(settings.inFlightLimit(), settings.diskMessages());
            return new LoadRun(running, load, settings.bodyBytes(), accounting).sendAndConsumeAll();
        }
    }
}
