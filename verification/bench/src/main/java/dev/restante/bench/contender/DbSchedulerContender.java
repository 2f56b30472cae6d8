package dev.restante.bench.contender;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import dev.restante.bench.load.ArrivalCounter;
import dev.restante.bench.load.ConsumerGroup;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.Sender;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * db-scheduler on PostgreSQL, with one due task for each message.
 *
 * <p>It polls with lock-and-fetch, as its documentation recommends for many tasks. Tasks that are scheduled in its own
 * JVM start without a poll.
 */
public record DbSchedulerContender() implements PostgresqlContender {

    private static final String TASK = "bench";
    private static final Duration POLLING_INTERVAL = Duration.ofMillis(100);
    private static final double FETCH_BELOW_OF_THREADS = 0.5;
    private static final double FETCH_UP_TO_OF_THREADS = 4;

    @Override
    public String name() {
        return "db-scheduler";
    }

    @Override
    public boolean supports(Load load) {
        return load.isPlainQueueLoad();
    }

    @Override
    public boolean supportsSharedDatabase() {
        return true;
    }

    @Override
    public RunningTransport start(Path directory, MessageStorage storage) throws Exception {
        BenchPostgresqlServer server = BenchPostgresqlServer.start(directory.resolve("postgresql"));
        return open(server.url(), server);
    }

    @Override
    public RunningTransport startOnDatabase(String url, Path directory) throws SQLException {
        return open(url, () -> {});
    }

    private static RunningTransport open(String url, AutoCloseable database) throws SQLException {
        HikariDataSource pool = ConnectionPools.open(url);
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    """
                    CREATE TABLE IF NOT EXISTS scheduled_tasks (
                      task_name text NOT NULL, task_instance text NOT NULL, task_data bytea,
                      execution_time timestamp with time zone NOT NULL, picked boolean NOT NULL, picked_by text,
                      last_success timestamp with time zone, last_failure timestamp with time zone,
                      consecutive_failures int, last_heartbeat timestamp with time zone, version bigint NOT NULL,
                      priority smallint, PRIMARY KEY (task_name, task_instance))
                    """);
            statement.execute("CREATE INDEX IF NOT EXISTS execution_time_idx ON scheduled_tasks (execution_time)");
            statement.execute("CREATE INDEX IF NOT EXISTS last_heartbeat_idx ON scheduled_tasks (last_heartbeat)");
        }
        return new RunningDbScheduler(pool, new AtomicReference<>(), database);
    }

    private static OneTimeTask<byte[]> task(@Nullable ArrivalCounter arrivalCounter) {
        return Tasks.oneTime(TASK, byte[].class).execute((instance, context) -> {
            if (arrivalCounter != null) {
                arrivalCounter.received(0, instance.getData(), System.nanoTime());
            }
        });
    }

    /** Running contender whose senders use the scheduler of this JVM if it has started. */
    private record RunningDbScheduler(
            HikariDataSource pool, AtomicReference<@Nullable Scheduler> scheduler, AutoCloseable database)
            implements RunningTransport {

        @Override
        public Sender openSender(Load load) {
            SchedulerClient client = scheduler.get();
            if (client == null) {
                client = SchedulerClient.Builder.create(pool, task(null))
                        .serializer(new ByteSerializer())
                        .build();
            }
            return new DbSchedulerSender(client, task(null), load.mode() == Load.SendMode.TRANSACTED);
        }

        @Override
        public ConsumerGroup openConsumers(Load load, ArrivalCounter arrivalCounter) {
            if (load.consumers() == 0) {
                return () -> {};
            }
            Scheduler started = Scheduler.create(pool, task(arrivalCounter))
                    .serializer(new ByteSerializer())
                    .threads(load.consumers())
                    .pollingInterval(POLLING_INTERVAL)
                    .pollUsingLockAndFetch(FETCH_BELOW_OF_THREADS, FETCH_UP_TO_OF_THREADS)
                    .enableImmediateExecution()
                    .build();
            scheduler.set(started);
            started.start();
            return () -> {
                scheduler.set(null);
                started.stop();
            };
        }

        @Override
        public void close() throws Exception {
            try (database) {
                pool.close();
            }
        }
    }

    /** Serializer that keeps bytes unchanged, so that Java serialization is not measured. */
    private static final class ByteSerializer implements Serializer {

        @Override
        public byte[] serialize(@Nullable Object data) {
            return data == null ? new byte[0] : (byte[]) data;
        }

        @Override
        public <T> @Nullable T deserialize(Class<T> type, byte[] serialized) {
            return serialized == null ? null : type.cast(serialized);
        }
    }
}
