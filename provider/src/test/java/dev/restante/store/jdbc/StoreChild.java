package dev.restante.store.jdbc;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.connect.StoreTimeouts;
import dev.restante.store.jdbc.hsqldb.HsqldbProduct;
import dev.restante.store.jdbc.hsqldb.HsqldbTuning;
import dev.restante.store.jdbc.hsqldb.file.Disk;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Child process that writes batches to an HSQLDB store until it is killed, and prints the first id of each durable
 * batch.
 *
 * <p>Each batch sends {@value #SENT} messages as direct deliveries. It also completes all but the first message of the
 * previous batch.
 */
public final class StoreChild {

    static final int SENT = 5;

    private StoreChild() {}

    public static void main(String[] arguments) {
        HsqldbTuning tuning = new HsqldbTuning(200_000, Long.MAX_VALUE, 0, 5_000);
        try (StoreFixture fixture = new StoreFixture(open(location(Path.of(arguments[0])), tuning))) {
            System.out.println("open");
            List<Delivery> before = List.of();
            while (true) {
                List<Operation> operations = new ArrayList<>();
                List<Delivery> sent = new ArrayList<>();
                for (int i = 0; i < SENT; i++) {
                    StoreFixture.Shape shape = fixture.shape();
                    shape.state = DeliveryState.ACQUIRED;
                    shape.owner = fixture.node.incarnation();
                    shape.acquisition = 1;
                    sent.add(shape.build());
                    operations.add(StoreFixture.operation(
                            MissedFencePolicy.FAIL_OPERATION, StoreFixture.enqueue(sent.get(i))));
                }
                for (int i = 1; i < before.size(); i++) {
                    operations.add(StoreFixture.operation(
                            MissedFencePolicy.FAIL_OPERATION,
                            new Change.Complete(before.get(i).ref())));
                }
                fixture.write(operations, List.of());
                fixture.store.maintain();
                System.out.println("first " + sent.get(0).id());
                before = sent;
            }
        } catch (RuntimeException e) {
            System.out.println("failed " + e.getMessage());
        }
    }

    public static StoreLocation location(Path path) {
        return new StoreLocation.Url("jdbc:hsqldb:file:" + path, "SA", "");
    }

    static Process start(Path path) throws IOException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                        "-cp",
                        classPath,
                        StoreChild.class.getName(),
                        path.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    static BufferedReader output(Process child) {
        return new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8));
    }

    public static JdbcStore open(StoreLocation location, HsqldbTuning tuning) {
        return open(location, tuning, Disk.REAL);
    }

    static JdbcStore open(StoreLocation location, HsqldbTuning tuning, Disk disk) {
        return StoreOpener.open(location, new HsqldbProduct(tuning, disk), StoreTimeouts.DEFAULT);
    }

    public static JdbcStore open(StoreLocation location, HsqldbTuning tuning, Duration storeTimeout) {
        return open(location, tuning, Disk.REAL, storeTimeout);
    }

    public static JdbcStore open(StoreLocation location, HsqldbTuning tuning, Disk disk, Duration storeTimeout) {
        return StoreOpener.open(location, new HsqldbProduct(tuning, disk), StoreTimeouts.of(storeTimeout, null));
    }
}
