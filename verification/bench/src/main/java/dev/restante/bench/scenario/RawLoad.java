package dev.restante.bench.scenario;

import dev.restante.bench.contender.RawStore;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.measure.BodyGenerator;
import dev.restante.bench.measure.CostFigure;
import dev.restante.bench.measure.FlushProbe;
import dev.restante.bench.measure.LatencyDistribution;
import dev.restante.bench.measure.LatencyHistogram;
import dev.restante.bench.measure.LatencyKind;
import dev.restante.bench.measure.MachineUse;
import dev.restante.bench.measure.RunOutcome;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Workload of one thread on a {@link RawStore} (plain tables without a provider), which inserts, reads and deletes
 * messages and measures their rate. In a steady flow, each transaction inserts a batch and deletes the previous batch.
 */
final class RawLoad {

    private static final int MESSAGES_PER_LOG_CHECK = 512;

    private final RawStore store;
    private final int batch;
    private final BodyGenerator bodyGenerator;
    private final LatencyHistogram commits = new LatencyHistogram();

    private long nextId = 1;
    private long undeletedFromId = 1;
    private long unchecked;

    RawLoad(RawStore store, int batch, int bodyBytes) {
        this.store = store;
        this.batch = batch;
        bodyGenerator = new BodyGenerator(bodyBytes, 1);
    }

    /**
     * Runs for a time and counts the messages deleted within the window.
     *
     * @throws IllegalStateException if a row is left at the end
     */
    RunOutcome.MeasuredRun measure(Duration warmUp, Duration window) throws SQLException, IOException {
        Map<String, Double> figures = new TreeMap<>();
        figures.put(CostFigure.FLUSH_TIME.label(), FlushProbe.medianMicros());
        long warmNanos = System.nanoTime() + warmUp.toNanos();
        while (System.nanoTime() < warmNanos) {
            step(false);
        }
        Optional<MachineUse> startUse = MachineUse.soFar();
        long startNanos = System.nanoTime();
        long endNanos = startNanos + window.toNanos();
        long startCount = undeletedFromId;
        while (System.nanoTime() < endNanos) {
            step(true);
        }
        long count = undeletedFromId - startCount;
        double messagesPerSecond = LoadRun.perSecond(count, System.nanoTime() - startNanos);
        MachineUse.addCost(startUse, count, figures);
        finish();
        Map<String, LatencyDistribution> latencies = commits.distribution()
                .map(distribution -> Map.of(LatencyKind.COMMIT.label(), distribution))
                .orElseGet(Map::of);
        return new RunOutcome.MeasuredRun(messagesPerSecond, latencies, figures);
    }

    /** Inserts and deletes a number of messages and returns messages per second. */
    double passThrough(long messages) throws SQLException, IOException {
        long startNanos = System.nanoTime();
        while (nextId <= messages) {
            step(false);
        }
        finish();
        return LoadRun.perSecond(messages, System.nanoTime() - startNanos);
    }

    /** Inserts a backlog without deleting, and returns messages per second. */
    double fill(long messages) throws SQLException, IOException {
        long startNanos = System.nanoTime();
        while (nextId <= messages) {
            insertBatch(Math.min(batch, messages - nextId + 1));
            store.commit();
            checkpointIfDue();
        }
        return LoadRun.perSecond(messages, System.nanoTime() - startNanos);
    }

    /** Reads and deletes the backlog in order, one transaction for each batch, and returns messages per second. */
    double drain() throws SQLException, IOException {
        long startNanos = System.nanoTime();
        long count = nextId - undeletedFromId;
        while (undeletedFromId < nextId) {
            int read = store.read(undeletedFromId - 1, batch);
            if (read == 0) {
                throw new IllegalStateException("no row left to read at " + undeletedFromId);
            }
            store.delete(undeletedFromId, undeletedFromId + read);
            store.commit();
            undeletedFromId += read;
            unchecked += read;
            checkpointIfDue();
        }
        double messagesPerSecond = LoadRun.perSecond(count, System.nanoTime() - startNanos);
        finish();
        return messagesPerSecond;
    }

    private void step(boolean record) throws SQLException, IOException {
        long previousEndId = nextId;
        insertBatch(batch);
        store.delete(undeletedFromId, previousEndId);
        long commitNanos = System.nanoTime();
        store.commit();
        if (record) {
            commits.record(System.nanoTime() - commitNanos);
        }
        undeletedFromId = previousEndId;
        checkpointIfDue();
    }

    private void insertBatch(long count) throws SQLException {
        for (long index = 0; index < count; index++) {
            store.addInsert(nextId, bodyGenerator.next(nextId));
            nextId++;
        }
        store.insert();
        unchecked += count;
    }

    private void checkpointIfDue() throws SQLException, IOException {
        if (unchecked >= MESSAGES_PER_LOG_CHECK) {
            unchecked = 0;
            store.checkpointIfDue();
        }
    }

    private void finish() throws SQLException {
        store.delete(undeletedFromId, nextId);
        store.commit();
        undeletedFromId = nextId;
        long rows = store.rowCount();
        if (rows != 0) {
            throw new IllegalStateException(rows + " rows were not read");
        }
    }
}
