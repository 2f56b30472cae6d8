package dev.restante.console.plot;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.history.HistoryPoint;
import dev.restante.admin.history.HistoryScale;
import dev.restante.admin.history.StoreHistory;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.html.LocalUrl;
import dev.restante.console.page.HtmlTables;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Renderer of the plots that show the recorded history of queues and subscriptions, with a cache of the history that
 * it reads. Thread-safe.
 *
 * <p>A background thread reads the history of all entities at once, and all pages use the result for 15 seconds. Pages
 * wait up to a second for it and are otherwise shown without new plots.
 */
public final class HistoryPlots {

    private static final long CACHE_NANOS = TimeUnit.SECONDS.toNanos(15);

    /** Ratio of the pause after a failed read to the duration of that read. */
    private static final int PAUSE_FACTOR = 10;

    /**
     * Time after the start of a read until which pages wait for it.
     *
     * <p>It is less than the time for which other requests wait at a
     * {@link dev.restante.console.route.ConcurrencyLimit}.
     */
    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final SvgPlot.PlotLine DEPTH = new SvgPlot.PlotLine("messages", "first-line", HistoryPlots::depth);
    private static final SvgPlot.PlotLine IN = new SvgPlot.PlotLine("in", "first-line", HistoryPoint::sentPerSecond);
    private static final SvgPlot.PlotLine OUT =
            new SvgPlot.PlotLine("out", "second-line", HistoryPoint::completedPerSecond);
    private static final SvgPlot.PlotLine TIME = new SvgPlot.PlotLine("time", "first-line", HistoryPlots::seconds);

    /** History with the store time at which it was read. */
    record RecordedHistory(Instant at, StoreHistory history) {}

    @FunctionalInterface
    interface HistorySource {
        RecordedHistory read(HistoryScale scale) throws JMSException;
    }

    /**
     * Cached history.
     *
     * @param at the store time at which the plots end
     * @param failed true if the last read failed, so that this is an earlier history
     */
    private record HistorySnapshot(StoreHistory history, Instant at, boolean failed, long untilNanos) {}

    /** Read that is running. */
    private record PendingRead(CompletableFuture<Void> end, long sinceNanos) {}

    private final HistorySource source;
    private final LongSupplier nanoTime;
    private final ThreadFactory threads;
    private final Consumer<String> log;

    /** Running reads; guarded by this. */
    private final Map<HistoryScale, PendingRead> pendingReads = new EnumMap<>(HistoryScale.class);

    /** Cached histories; guarded by this. */
    private final Map<HistoryScale, HistorySnapshot> snapshots = new EnumMap<>(HistoryScale.class);

    /**
     * Creates plots of the history of a store.
     *
     * @param log the consumer of log lines, one for each failed read
     */
    public HistoryPlots(RestanteAdmin admin, ThreadFactory threads, Consumer<String> log) {
        this(
                scale -> new RecordedHistory(admin.node().storeTime(), admin.history(scale)),
                System::nanoTime,
                threads,
                log);
    }

    HistoryPlots(HistorySource source, LongSupplier nanoTime, ThreadFactory threads, Consumer<String> log) {
        this.source = source;
        this.nanoTime = nanoTime;
        this.threads = threads;
        this.log = log;
    }

    private static @Nullable Double depth(HistoryPoint point) {
        Long depth = point.depth();
        return depth == null ? null : Double.valueOf(depth);
    }

    private static @Nullable Double seconds(HistoryPoint point) {
        Duration time = point.processingTime();
        return time == null ? null : time.toMillis() / 1000.0;
    }

    private HistorySnapshot snapshot(HistoryScale scale) {
        PendingRead pendingRead;
        synchronized (this) {
            HistorySnapshot last = snapshots.get(scale);
            if (last != null && nanoTime.getAsLong() - last.untilNanos() <= 0) {
                return last;
            }
            pendingRead = reading(scale);
        }
        await(pendingRead);
        synchronized (this) {
            return snapshots.getOrDefault(scale, emptySnapshot(scale, 0));
        }
    }

    /** Returns the running read, and starts a read if none is running. */
    private synchronized PendingRead reading(HistoryScale scale) {
        PendingRead current = pendingReads.get(scale);
        if (current == null) {
            current = new PendingRead(new CompletableFuture<>(), nanoTime.getAsLong());
            CompletableFuture<Void> end = current.end();
            threads.newThread(() -> read(scale, end)).start();
            pendingReads.put(scale, current);
        }
        return current;
    }

    private void await(PendingRead pendingRead) {
        long leftNanos = WAIT_NANOS - (nanoTime.getAsLong() - pendingRead.sinceNanos());
        try {
            pendingRead.end().get(Math.max(0, leftNanos), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            // The page shows the last history or none.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("The task that reads the history failed", e);
        }
    }

    private void read(HistoryScale scale, CompletableFuture<Void> end) {
        HistorySnapshot before;
        synchronized (this) {
            before = snapshots.get(scale);
        }
        HistorySnapshot snapshot = snapshot(scale, before);
        synchronized (this) {
            snapshots.put(scale, snapshot);
            pendingReads.remove(scale);
        }
        end.complete(null);
    }

    private HistorySnapshot snapshot(HistoryScale scale, @Nullable HistorySnapshot before) {
        long began = nanoTime.getAsLong();
        try {
            RecordedHistory recorded = source.read(scale);
            return new HistorySnapshot(recorded.history(), recorded.at(), false, nanoTime.getAsLong() + CACHE_NANOS);
        } catch (JMSException | RuntimeException | Error e) {
            // Every failure ends the read, because otherwise no page could start another read.
            log.accept("failed to read the history: " + e);
            long now = nanoTime.getAsLong();
            long until = now + Math.max(CACHE_NANOS, PAUSE_FACTOR * (now - began));
            return before == null
                    ? emptySnapshot(scale, until)
                    : new HistorySnapshot(before.history(), before.at(), true, until);
        }
    }

    /** Returns an empty history. Its instant is arbitrary, because there is nothing to draw. */
    private static HistorySnapshot emptySnapshot(HistoryScale scale, long untilNanos) {
        return new HistorySnapshot(new StoreHistory(scale, false, name -> List.of()), Instant.EPOCH, true, untilNanos);
    }

    /**
     * Rates of a queue or subscription.
     *
     * @param in the number of sent messages per second
     * @param out the number of completed messages per second
     */
    public record MessageRates(double in, double out) {}

    /** Returns the rates in the newest recorded minute, or empty if nothing was recorded. */
    public Optional<MessageRates> rates(String name) {
        List<HistoryPoint> points = snapshot(HistoryScale.HOUR).history().points(name);
        return points.isEmpty() ? Optional.empty() : Optional.of(rates(points));
    }

    private static MessageRates rates(List<HistoryPoint> points) {
        HistoryPoint newest = points.get(points.size() - 1);
        return new MessageRates(newest.sentPerSecond(), newest.completedPerSecond());
    }

    /**
     * Returns table cells for the last hour: both rates in the newest recorded minute, and a sparkline of the number of
     * messages.
     */
    public List<HtmlElement> cells(String name) {
        HistorySnapshot snapshot = snapshot(HistoryScale.HOUR);
        List<HistoryPoint> points = snapshot.history().points(name);
        SvgPlot plot = new SvgPlot(HistoryScale.HOUR, points, snapshot.at());
        MessageRates rates = points.isEmpty() ? null : rates(points);
        return List.of(
                rate(rates == null ? null : rates.in()),
                rate(rates == null ? null : rates.out()),
                HtmlElement.tag("td").add(plot.sparkline("Messages of " + name, DEPTH)));
    }

    private static HtmlElement rate(@Nullable Double rate) {
        return HtmlTables.markAsNumber(HtmlElement.tag("td", rate == null ? "" : SvgPlot.number(rate)));
    }

    /**
     * Returns the plots of a queue or subscription, with a link to the other time scale.
     *
     * @param scale the {@code scale} parameter of the URL: {@code day}, or any other text for an hour
     */
    public List<HtmlElement> plots(String name, String scale, LocalUrl here) {
        boolean day = scale.equals("day");
        HistorySnapshot snapshot = snapshot(day ? HistoryScale.DAY : HistoryScale.HOUR);
        List<HistoryPoint> points = snapshot.history().points(name);
        List<HtmlElement> elements = new ArrayList<>();
        HtmlElement other = HtmlElement.tag(
                        "a", day ? "Show one hour by the minute" : "Show one day in steps of five minutes")
                .with("href", day ? here : here.with("scale", "day"));
        if (points.isEmpty()) {
            elements.add(HtmlElement.tag(
                            "p",
                            snapshot.failed()
                                    ? "The history cannot be read. The console tries again. "
                                    : "No history is recorded yet. The nodes begin within two minutes, and record"
                                            + " for one day after" + " the last visit of this page. ")
                    .with("class", "note")
                    .add(other));
            return elements;
        }
        SvgPlot plot = new SvgPlot(snapshot.history().scale(), points, snapshot.at());
        HtmlElement charts = HtmlElement.tag("div").with("class", "charts");
        charts.add(plot.chart("Messages", "", List.of(DEPTH)));
        charts.add(plot.chart("Rates", "per second", List.of(IN, OUT)));
        if (points.stream().anyMatch(point -> point.processingTime() != null)) {
            charts.add(plot.chart("Processing time", "seconds (approximate)", List.of(TIME)));
        }
        elements.add(charts);
        elements.add(HtmlElement.tag("p", "Times are in UTC. ")
                .with("class", "note")
                .add(other)
                .add(
                        snapshot.history().complete()
                                ? ""
                                : ". The history is incomplete, because more queues have changed than a node"
                                        + " records, or some of" + " it cannot be read."));
        return elements;
    }
}
