package dev.restante.bench.scenario;

import dev.restante.bench.contender.CarryingContender;
import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.HeldIn;
import dev.restante.bench.contender.RawContender;
import dev.restante.bench.contender.RawStore;
import dev.restante.bench.contender.RunningTransport;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.measure.HeapWatch;
import dev.restante.bench.measure.Outcome;
import dev.restante.bench.measure.Tally;
import jakarta.jms.DeliveryMode;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/**
 * Fills a queue without any consumer, then drains it with one listener, in a JVM of its own with a small heap. The main
 * figure is the drain.
 *
 * @param messages how many are waiting when the drain begins
 * @param kind what is special about the messages or the listener
 */
public record BacklogScenario(int messages, Kind kind) implements Scenario {

    /** What is special. */
    public enum Kind {
        PLAIN("", "", Load.Variety.NONE),
        SELECTED("selector-", " whose selector matches all", Load.Variety.NONE),
        GROUPED("grouped-", ", each in a message group of its own", Load.Variety.GROUPS),
        PRIORITIZED("priorities-", ", with the priorities 0 to 9 in turn", Load.Variety.PRIORITIES);

        private final String prefix;
        private final String words;
        private final Load.Variety variety;

        Kind(String prefix, String words, Load.Variety variety) {
            this.prefix = prefix;
            this.words = words;
            this.variety = variety;
        }
    }

    private static final int FILL_BATCH = 1_000;
    private static final int RAW_BATCH = 500;

    @Override
    public String name() {
        return kind.prefix + "backlog-" + messages;
    }

    @Override
    public String description() {
        return String.format(
                Locale.ROOT,
                "%,d messages sent without a consumer (commit every %,d), then drained by 1 listener%s; own JVM, small heap",
                messages,
                FILL_BATCH,
                kind.words);
    }

    @Override
    public boolean needsOwnJvm() {
        return true;
    }

    /** At two commits for a message, which is what the slowest does, on a disk that forces 1,000 of them a second. */
    @Override
    public Duration patience() {
        return Duration.ofHours(1).plusSeconds(messages / 500);
    }

    @Override
    public boolean includes(Contender contender) {
        return contender instanceof CarryingContender carrying ? carrying.carries(load()) : kind == Kind.PLAIN;
    }

    @Override
    public Outcome run(Contender contender, Trial trial) throws Exception {
        HeapWatch heap = HeapWatch.start();
        return contender instanceof CarryingContender carrying
                ? runCarrying(carrying, trial, heap)
                : runRaw((RawContender) contender, trial, heap);
    }

    private Load load() {
        return new Load(1, 1, Load.Mode.TRANSACTED, FILL_BATCH, DeliveryMode.PERSISTENT)
                .selecting(kind == Kind.SELECTED ? Load.EVERYTHING : null)
                .varying(kind.variety);
    }

    private Outcome runCarrying(CarryingContender carrying, Trial trial, HeapWatch heap) throws Exception {
        try (RunningTransport running = carrying.start(trial.directory(), HeldIn.STORE)) {
            Tally tally = new Tally(Integer.MAX_VALUE, messages);
            LoadRun run = new LoadRun(running, load(), trial.settings().bodyBytes(), tally);
            double fillPerSecond = run.sendAll();
            double drainPerSecond = run.drain();
            return measured(fillPerSecond, drainPerSecond, heap);
        }
    }

    private Outcome runRaw(RawContender raw, Trial trial, HeapWatch heap) throws Exception {
        try (RawStore store = raw.open(trial.directory())) {
            RawLoad load = new RawLoad(store, RAW_BATCH, trial.settings().bodyBytes());
            double fillPerSecond = load.fill(messages);
            double drainPerSecond = load.drain();
            return measured(fillPerSecond, drainPerSecond, heap);
        }
    }

    private static Outcome measured(double fillPerSecond, double drainPerSecond, HeapWatch heap) {
        return new Outcome.Measured(
                drainPerSecond,
                Map.of(),
                Map.of(
                        "fill, msg/s", fillPerSecond,
                        "heap after GC, highest, MiB", heap.highestAfterCollectionMebibytes(),
                        "heap in use, highest, MiB", heap.highestMebibytes()));
    }
}
