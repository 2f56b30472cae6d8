package dev.restante.console.plot;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.history.HistoryPoint;
import dev.restante.admin.history.HistoryScale;
import dev.restante.admin.history.StoreHistory;
import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import dev.restante.console.page.Tables;
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
import org.jspecify.annotations.Nullable;

/**
 * The plots of queues and subscriptions. One look at the history of all of them serves all pages for some seconds.
 * Thread-safe; a thread of its own looks, for which pages wait a moment and then do without.
 */
public final class Histories {

    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(15);

    /** How many times as long as a look took that has failed there is none. */
    private static final int REST = 10;

    /**
     * How long after its begin a look is waited for: one that takes longer keeps nobody from the rest of a page. Less
     * than others wait for their turn.
     */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Plot.Line DEPTH = new Plot.Line("messages", "line-a", Histories::depth);
    private static final Plot.Line IN = new Plot.Line("in", "line-a", HistoryPoint::sentPerSecond);
    private static final Plot.Line OUT = new Plot.Line("out", "line-b", HistoryPoint::completedPerSecond);
    private static final Plot.Line TIME = new Plot.Line("time", "line-a", Histories::seconds);

    /**
     * A look at it.
     *
     * @param failed whether it could not be read: this is what was known before
     */
    private record Look(StoreHistory history, Instant at, boolean failed, long untilNanos) {}

    /** A look that is under way. */
    private record Reading(CompletableFuture<Void> end, long sinceNanos) {}

    private final RestanteAdmin admin;
    private final ThreadFactory threads;
    private final Consumer<String> log;

    /** Guarded by this. */
    private final Map<HistoryScale, Reading> readings = new EnumMap<>(HistoryScale.class);

    /** Guarded by this. */
    private final Map<HistoryScale, Look> looks = new EnumMap<>(HistoryScale.class);

    /**
     * Of a store.
     *
     * @param threads makes those that look
     * @param log is told each time it can't be read; pages are shown without it then
     */
    public Histories(RestanteAdmin admin, ThreadFactory threads, Consumer<String> log) {
        this.admin = admin;
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

    private Look look(HistoryScale scale) {
        Reading reading;
        synchronized (this) {
            Look last = looks.get(scale);
            if (last != null && System.nanoTime() - last.untilNanos() <= 0) {
                return last;
            }
            reading = reading(scale);
        }
        await(reading);
        synchronized (this) {
            return looks.getOrDefault(scale, none(scale, admin.node().storeTime(), 0));
        }
    }

    /** That of the moment; it begins if there is none. */
    private synchronized Reading reading(HistoryScale scale) {
        Reading current = readings.get(scale);
        if (current == null) {
            current = new Reading(new CompletableFuture<>(), System.nanoTime());
            CompletableFuture<Void> end = current.end();
            threads.newThread(() -> read(scale, end)).start();
            readings.put(scale, current);
        }
        return current;
    }

    private static void await(Reading reading) {
        long leftNanos = PATIENCE_NANOS - (System.nanoTime() - reading.sinceNanos());
        try {
            reading.end().get(Math.max(0, leftNanos), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            // The page does without.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a look always ends well", e);
        }
    }

    private void read(HistoryScale scale, CompletableFuture<Void> end) {
        Look before;
        synchronized (this) {
            before = looks.get(scale);
        }
        Look look = look(scale, before);
        synchronized (this) {
            looks.put(scale, look);
            readings.remove(scale);
        }
        end.complete(null);
    }

    private Look look(HistoryScale scale, @Nullable Look before) {
        Instant at = admin.node().storeTime();
        long began = System.nanoTime();
        try {
            return new Look(admin.history(scale), at, false, System.nanoTime() + FRESH_NANOS);
        } catch (JMSException | RuntimeException | Error e) {
            // Whatever it is: nobody would look again.
            log.accept("failed to read the history: " + e);
            long now = System.nanoTime();
            long until = now + Math.max(FRESH_NANOS, REST * (now - began));
            return before == null ? none(scale, at, until) : new Look(before.history(), before.at(), true, until);
        }
    }

    private static Look none(HistoryScale scale, Instant at, long untilNanos) {
        return new Look(new StoreHistory(scale, false, name -> List.of()), at, true, untilNanos);
    }

    /**
     * How many messages came in and went out a second.
     *
     * @param in sent
     * @param out completed
     */
    public record Rates(double in, double out) {}

    /** Those of the newest minute that was recorded; empty if none was. */
    public Optional<Rates> rates(String name) {
        List<HistoryPoint> points = look(HistoryScale.HOUR).history().of(name);
        return points.isEmpty() ? Optional.empty() : Optional.of(rates(points));
    }

    private static Rates rates(List<HistoryPoint> points) {
        HistoryPoint newest = points.get(points.size() - 1);
        return new Rates(newest.sentPerSecond(), newest.completedPerSecond());
    }

    /**
     * Cells of the last hour: what came in and went out a second, in the newest minute that was recorded, and a small
     * plot of how many messages there were.
     */
    public List<Element> cells(String name) {
        Look look = look(HistoryScale.HOUR);
        List<HistoryPoint> points = look.history().of(name);
        Plot plot = new Plot(HistoryScale.HOUR, points, look.at());
        Rates rates = points.isEmpty() ? null : rates(points);
        return List.of(
                rate(rates == null ? null : rates.in()),
                rate(rates == null ? null : rates.out()),
                Element.tag("td").add(plot.spark("Messages of " + name, DEPTH)));
    }

    private static Element rate(@Nullable Double rate) {
        return Tables.number(Element.tag("td", rate == null ? "" : Plot.number(rate)));
    }

    /**
     * The plots of a queue or subscription, and a link to the other scale.
     *
     * @param scale as an address has it
     * @param here the address of its page
     */
    public List<Element> plots(String name, String scale, Url here) {
        boolean day = scale.equals("day");
        Look look = look(day ? HistoryScale.DAY : HistoryScale.HOUR);
        List<HistoryPoint> points = look.history().of(name);
        List<Element> elements = new ArrayList<>();
        Element other = Element.tag("a", day ? "by the minute, for an hour" : "by five minutes, for a day")
                .with("href", day ? here : here.with("scale", "day"));
        if (points.isEmpty()) {
            elements.add(Element.tag(
                            "p",
                            look.failed()
                                    ? "The history can't be read just now. That is tried again. "
                                    : "Nothing has been recorded yet. Nodes record for a day after somebody has looked,"
                                            + " from the next minute or two on. ")
                    .with("class", "note")
                    .add(other));
            return elements;
        }
        Plot plot = new Plot(look.history().scale(), points, look.at());
        Element charts = Element.tag("div").with("class", "charts");
        charts.add(plot.drawn("Messages", "", List.of(DEPTH)));
        charts.add(plot.drawn("Rates", "a second", List.of(IN, OUT)));
        if (points.stream().anyMatch(point -> point.processingTime() != null)) {
            charts.add(plot.drawn("Processing time", "seconds, about", List.of(TIME)));
        }
        elements.add(charts);
        elements.add(Element.tag("p", "Times are in UTC. ")
                .with("class", "note")
                .add(other)
                .add(
                        look.history().complete()
                                ? ""
                                : ". Something is missing: more queues have changed than a node records, or what it wrote"
                                        + " can't be read"));
        return elements;
    }
}
