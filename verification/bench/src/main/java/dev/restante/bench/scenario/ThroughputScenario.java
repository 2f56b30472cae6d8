package dev.restante.bench.scenario;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.JmsContender;
import dev.restante.bench.contender.MessageStorage;
import dev.restante.bench.contender.MessagingContender;
import dev.restante.bench.contender.RunningTransport;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.measure.LoadAccounting;
import dev.restante.bench.measure.RunOutcome;
import jakarta.jms.DeliveryMode;

/**
 * Scenario that sends and consumes at the same time with almost empty queues.
 *
 * @param rawBatch the batch size of raw JDBC transactions that are an upper bound for this load; 0 if no message is
 *     stored on disk
 */
public record ThroughputScenario(String name, String description, Load load, int rawBatch) implements Scenario {

    @Override
    public boolean appliesTo(Contender contender) {
        if (contender instanceof MessagingContender messaging) {
            return contender instanceof JmsContender || messaging.supports(load);
        }
        return rawBatch > 0;
    }

    @Override
    public RunOutcome run(Contender contender, RunContext context) throws Exception {
        BenchmarkSettings settings = context.settings();
        if (!(contender instanceof MessagingContender messaging)) {
            return new RawBatchScenario(rawBatch).run(contender, context);
        }
        if (!messaging.supports(load)) {
            return new RunOutcome.SkippedRun("no CompletionListener");
        }
        MessageStorage storage =
                load.deliveryMode() == DeliveryMode.PERSISTENT ? MessageStorage.DISK : MessageStorage.MEMORY;
        try (RunningTransport running = messaging.start(context.directory(), storage)) {
            LoadAccounting accounting =
                    new LoadAccounting(settings.inFlightLimit(), Long.MAX_VALUE, load.deliveriesPerMessage());
            return new LoadRun(running, load, settings.bodyBytes(), accounting)
                    .measure(settings.warmUp(), settings.window());
        }
    }
}
