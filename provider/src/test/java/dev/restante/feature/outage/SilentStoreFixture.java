package dev.restante.feature.outage;

import dev.restante.testing.DatabaseProxy;
import dev.restante.testing.DatabaseProxy.TrafficMode;
import dev.restante.testing.SharedServer;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** Database that does not answer, for various reasons. */
abstract class SilentStoreFixture {

    final SharedServer server;
    final String directUrl;
    final DatabaseProxy proxy;

    private final List<AutoCloseable> toClose = new ArrayList<>();

    SilentStoreFixture(SharedServer server) {
        this.server = server;
        this.directUrl = server.newDatabase();
        this.proxy = new DatabaseProxy(directUrl);
    }

    /** Reason why the database does not answer. */
    enum Silence {
        DOWN {
            @Override
            void begin(SilentStoreFixture test) {
                test.proxy.refuse();
            }
        },
        SILENT {
            @Override
            void begin(SilentStoreFixture test) {
                test.proxy.setNewConnections(TrafficMode.HOLD);
                test.proxy.setExistingConnections(TrafficMode.HOLD);
            }
        },
        HALF_OPEN {
            @Override
            void begin(SilentStoreFixture test) {
                test.proxy.setExistingConnections(TrafficMode.DROP);
            }
        },
        ANSWERS_LOST {
            @Override
            void begin(SilentStoreFixture test) {
                test.proxy.setExistingConnections(TrafficMode.DROP_ANSWERS);
            }
        },
        LOCKED {
            @Override
            void begin(SilentStoreFixture test) throws SQLException {
                test.toClose.add(test.server.lockTablesAgainstWrites(test.directUrl, "restante_delivery"));
            }
        },
        LOCKED_ALTOGETHER {
            @Override
            void begin(SilentStoreFixture test) throws SQLException {
                test.toClose.add(test.server.lockTables(
                        test.directUrl, "restante_delivery", "restante_entity", "restante_node", "restante_pipeline"));
            }
        },
        READ_ONLY {
            @Override
            void begin(SilentStoreFixture test) throws SQLException {
                test.server.readOnly(test.directUrl, true);
                test.toClose.add(() -> test.server.readOnly(test.directUrl, false));
            }
        };

        abstract void begin(SilentStoreFixture test) throws SQLException;

        /**
         * Returns whether only existing connections are silent, so that the silence can end before the application is
         * told.
         */
        boolean passes() {
            return this == HALF_OPEN || this == ANSWERS_LOST;
        }
    }

    void end() throws Exception {
        for (AutoCloseable each : toClose) {
            each.close();
        }
        toClose.clear();
        proxy.restore();
    }

    @AfterEach
    final void close() throws IOException {
        proxy.close();
    }
}
