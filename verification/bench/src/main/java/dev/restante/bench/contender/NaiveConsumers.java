package dev.restante.bench.contender;

import dev.restante.bench.load.ArrivalCounter;
import dev.restante.bench.load.ConsumerGroup;
import dev.restante.bench.load.Load;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Threads that delete the next unlocked row of a queue table and poll every 10 ms.
 *
 * <p>With client acknowledgement, the row is deleted in the transaction that processes the message.
 */
final class NaiveConsumers implements ConsumerGroup {

    private static final long POLL_MILLIS = 10;
    private static final long END_SECONDS = 30;

    private final NaiveTable table;
    private final String url;
    private final boolean acknowledging;
    private final ArrivalCounter arrivalCounter;
    private final ExecutorService threads;
    private volatile boolean ending;

    private NaiveConsumers(NaiveTable table, String url, Load load, ArrivalCounter arrivalCounter) {
        this.table = table;
        this.url = url;
        this.acknowledging = load.clientAcknowledge();
        this.arrivalCounter = arrivalCounter;
        this.threads = Executors.newFixedThreadPool(Math.max(1, load.consumers()));
    }

    static NaiveConsumers open(NaiveTable table, String url, Load load, ArrivalCounter arrivalCounter) {
        NaiveConsumers consumers = new NaiveConsumers(table, url, load, arrivalCounter);
        for (int index = 0; index < load.consumers(); index++) {
            consumers.threads.execute(consumers::consume);
        }
        return consumers;
    }

    private void consume() {
        try (Connection connection = DriverManager.getConnection(url)) {
            NaiveTable.RowTaker taker = table.open(connection, acknowledging);
            while (!ending) {
                if (!takeOne(connection, taker)) {
                    TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException | RuntimeException e) {
            arrivalCounter.fail(e);
        }
    }

    /** Processes a row and returns whether there was one. */
    private boolean takeOne(Connection connection, NaiveTable.RowTaker taker) throws SQLException {
        byte[] body = taker.take();
        long nowNanos = System.nanoTime();
        if (acknowledging) {
            connection.commit();
        }
        if (body == null) {
            return false;
        }
        arrivalCounter.received(0, body, nowNanos);
        return true;
    }

    @Override
    public void close() throws InterruptedException {
        ending = true;
        threads.shutdown();
        if (!threads.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
            threads.shutdownNow();
            arrivalCounter.fail(new IllegalStateException(
                    String.format(Locale.ROOT, "a consumer did not end within %d s", END_SECONDS)));
        }
    }
}
