package dev.restante.bench.scenario;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.JmsContender;
import dev.restante.bench.contender.RunningBroker;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.measure.Outcome;
import dev.restante.bench.measure.Tally;
import jakarta.jms.DeliveryMode;

/**
 * Sends and consumes at the same time, with the queue or subscriptions kept near-empty.
 *
 * @param rawBatch messages per transaction of raw JDBC that bound this load from above; 0 where nothing is kept on disk
 */
public record ThroughputScenario(String name, String description, Load load, int rawBatch) implements Scenario {

    @Override
    public boolean includes(Contender contender) {
        return contender instanceof JmsContender || rawBatch > 0;
    }

    @Override
    public Outcome run(Contender contender, Trial trial) throws Exception {
        Settings settings = trial.settings();
        if (!(contender instanceof JmsContender provider)) {
            return new RawBatchScenario(rawBatch).run(contender, trial);
        }
        if (load.mode() == Load.Mode.ASYNC && !provider.sendsAsynchronously()) {
            return new Outcome.Skipped("no CompletionListener");
        }
        JmsContender.HeldIn heldIn =
                load.deliveryMode() == DeliveryMode.PERSISTENT ? JmsContender.HeldIn.STORE : JmsContender.HeldIn.MEMORY;
        try (RunningBroker broker = provider.start(trial.directory(), heldIn)) {
            Tally tally = new Tally(settings.outstandingLimit(), Long.MAX_VALUE, load.copies());
            return new LoadRun(broker, load, settings.bodyBytes(), tally).measure(settings.warmUp(), settings.window());
        }
    }
}
