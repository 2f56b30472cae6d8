package dev.restante.bench.contender;

import dev.restante.bench.load.Arrivals;
import dev.restante.bench.load.Consumers;
import dev.restante.bench.load.Load;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Threads that each delete the next row that nobody has locked, over and over; one that finds none looks again after 10
 * ms. With messages that the application acknowledges, the row goes with the transaction in which it is processed.
 */
final class NaiveConsumers implements Consumers {

    private static final long POLL_MILLIS = 10;
    private static final long END_SECONDS = 30;

    private final NaiveTable table;
    private final String url;
    private final boolean acknowledging;
    private final Arrivals arrivals;
    private final ExecutorService threads;
    private volatile boolean ending;

    private NaiveConsumers(NaiveTable table, String url, Load load, Arrivals arrivals) {
        this.table = table;
        this.url = url;
        this.acknowledging = load.clientAcknowledge();
        this.arrivals = arrivals;
        this.threads = Executors.newFixedThreadPool(Math.max(1, load.consumers()));
    }

    static NaiveConsumers open(NaiveTable table, String url, Load load, Arrivals arrivals) {
        NaiveConsumers consumers = new NaiveConsumers(table, url, load, arrivals);
        for (int index = 0; index < load.consumers(); index++) {
            consumers.threads.execute(consumers::consume);
        }
        return consumers;
    }

    private void consume() {
        try (Connection connection = DriverManager.getConnection(url)) {
            NaiveTable.Taking taking = table.open(connection, acknowledging);
            while (!ending) {
                if (!takeOne(connection, taking)) {
                    TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException | RuntimeException e) {
            arrivals.fail(e);
        }
    }

    /** Returns whether there was one. */
    private boolean takeOne(Connection connection, NaiveTable.Taking taking) throws SQLException {
        byte[] body = taking.take();
        long nowNanos = System.nanoTime();
        if (acknowledging) {
            connection.commit();
        }
        if (body == null) {
            return false;
        }
        arrivals.arrived(0, body, nowNanos);
        return true;
    }

    @Override
    public void close() throws InterruptedException {
        ending = true;
        threads.shutdown();
        if (!threads.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
            threads.shutdownNow();
            arrivals.fail(new IllegalStateException(
                    String.format(Locale.ROOT, "a consumer did not end within %d s", END_SECONDS)));
        }
    }
}
