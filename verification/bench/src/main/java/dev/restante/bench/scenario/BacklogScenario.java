package dev.restante.bench.scenario;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.MessageStorage;
import dev.restante.bench.contender.MessagingContender;
import dev.restante.bench.contender.RawContender;
import dev.restante.bench.contender.RawStore;
import dev.restante.bench.contender.RunningTransport;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.measure.HeapSampler;
import dev.restante.bench.measure.LoadAccounting;
import dev.restante.bench.measure.RunOutcome;
import jakarta.jms.DeliveryMode;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/**
 * Scenario that fills a queue and drains it with one listener.
 *
 * <p>It runs in its own JVM with a small heap. The main figure is the drain rate.
 *
 * @param messages the number of waiting messages when the drain begins
 * @param variant the variant of the messages or the listener
 */
public record BacklogScenario(int messages, BacklogVariant variant) implements Scenario {

    public enum BacklogVariant {
        PLAIN("", "", Load.MessageVariety.NONE),
        SELECTED("selector-", " whose selector matches all", Load.MessageVariety.NONE),
        GROUPED("grouped-", ", each in a message group of its own", Load.MessageVariety.GROUPS),
        PRIORITIZED("priorities-", ", with the priorities 0 to 9 in turn", Load.MessageVariety.PRIORITIES);

        private final String prefix;
        private final String words;
        private final Load.MessageVariety variety;

        BacklogVariant(String prefix, String words, Load.MessageVariety variety) {
            this.prefix = prefix;
            this.words = words;
            this.variety = variety;
        }
    }

    private static final int FILL_BATCH = 1_000;
    private static final int RAW_BATCH = 500;

    @Override
    public String name() {
        return variant.prefix + "backlog-" + messages;
    }

    @Override
    public String description() {
        return String.format(
                Locale.ROOT,
                "%,d messages sent without a consumer (commit every %,d), then drained by 1 listener%s; own JVM, small heap",
                messages,
                FILL_BATCH,
                variant.words);
    }

    @Override
    public boolean needsOwnJvm() {
        return true;
    }

    /**
     * Returns a time that suffices for two commits for each message, as for the slowest contender, at 1,000 commits a
     * second.
     */
    @Override
    public Duration timeout() {
        return Duration.ofHours(1).plusSeconds(messages / 500);
    }

    @Override
    public boolean appliesTo(Contender contender) {
        return contender instanceof MessagingContender messaging
                ? messaging.supports(load())
                : variant == BacklogVariant.PLAIN;
    }

    @Override
    public RunOutcome run(Contender contender, RunContext context) throws Exception {
        HeapSampler heapSampler = HeapSampler.start();
        return contender instanceof MessagingContender messaging
                ? runMessaging(messaging, context, heapSampler)
                : runRaw((RawContender) contender, context, heapSampler);
    }

    private Load load() {
        return new Load(1, 1, Load.SendMode.TRANSACTED, FILL_BATCH, DeliveryMode.PERSISTENT)
                .withSelector(variant == BacklogVariant.SELECTED ? Load.MATCH_ALL_SELECTOR : null)
                .withVariety(variant.variety);
    }

    private RunOutcome runMessaging(MessagingContender messaging, RunContext context, HeapSampler heapSampler)
            throws Exception {
        try (RunningTransport running = messaging.start(context.directory(), MessageStorage.DISK)) {
            LoadAccounting accounting = new LoadAccounting(Integer.MAX_VALUE, messages);
            LoadRun run = new LoadRun(running, load(), context.settings().bodyBytes(), accounting);
            double fillPerSecond = run.sendAll();
            double drainPerSecond = run.drain();
            return measured(fillPerSecond, drainPerSecond, heapSampler);
        }
    }

    private RunOutcome runRaw(RawContender raw, RunContext context, HeapSampler heapSampler) throws Exception {
        try (RawStore store = raw.open(context.directory())) {
            RawLoad load = new RawLoad(store, RAW_BATCH, context.settings().bodyBytes());
            double fillPerSecond = load.fill(messages);
            double drainPerSecond = load.drain();
            return measured(fillPerSecond, drainPerSecond, heapSampler);
        }
    }

    private static RunOutcome measured(double fillPerSecond, double drainPerSecond, HeapSampler heapSampler) {
        return new RunOutcome.MeasuredRun(
                drainPerSecond,
                Map.of(),
                Map.of(
                        "fill, msg/s", fillPerSecond,
                        "heap after GC, highest, MiB", heapSampler.highestAfterCollectionMebibytes(),
                        "heap in use, highest, MiB", heapSampler.highestMebibytes()));
    }
}
