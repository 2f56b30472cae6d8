package dev.restante.feature.connection;

import java.nio.file.Path;
import org.junit.jupiter.api.Nested;

/** Contracts of connections, contexts and server sessions, on one kind of store. */
public abstract class ConnectionSuite {

    /** {@return the URL of an empty store} */
    public abstract String newStoreUrl();

    @Nested
    class Connections extends ConnectionContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ConnectionSuite.this.newStoreUrl();
        }
    }

    @Nested
    class StateOfConnections extends ConnectionStateContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ConnectionSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Leftovers extends LeftoversContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ConnectionSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Neighbours extends NeighbourContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ConnectionSuite.this.newStoreUrl();
        }
    }

    @Nested
    class SimplifiedApi extends SimplifiedContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ConnectionSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Contexts extends ContextContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ConnectionSuite.this.newStoreUrl();
        }
    }

    @Nested
    class TopicServerSessions extends TopicServerSessionContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ConnectionSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ServerSessionSource extends ServerSessionContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ConnectionSuite.this.newStoreUrl();
        }
    }

    @Nested
    class EndOfServerSessions extends ServerSessionEndContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ConnectionSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Closed extends ClosedContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ConnectionSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ThrownErrors extends ThrownErrorContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ConnectionSuite.this.newStoreUrl();
        }
    }
}
