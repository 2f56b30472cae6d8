package dev.restante.bench.scenario;

import dev.restante.bench.contender.CarryingContender;
import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.HeldIn;
import dev.restante.bench.contender.JmsContender;
import dev.restante.bench.contender.RunningTransport;
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
        if (contender instanceof CarryingContender carrying) {
            return contender instanceof JmsContender || carrying.carries(load);
        }
        return rawBatch > 0;
    }

    @Override
    public Outcome run(Contender contender, Trial trial) throws Exception {
        Settings settings = trial.settings();
        if (!(contender instanceof CarryingContender carrying)) {
            return new RawBatchScenario(rawBatch).run(contender, trial);
        }
        if (!carrying.carries(load)) {
            return new Outcome.Skipped("no CompletionListener");
        }
        HeldIn heldIn = load.deliveryMode() == DeliveryMode.PERSISTENT ? HeldIn.STORE : HeldIn.MEMORY;
        try (RunningTransport running = carrying.start(trial.directory(), heldIn)) {
            Tally tally = new Tally(settings.outstandingLimit(), Long.MAX_VALUE, load.copies());
            return new LoadRun(running, load, settings.bodyBytes(), tally)
                    .measure(settings.warmUp(), settings.window());
        }
    }
}
