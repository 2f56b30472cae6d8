package dev.restante.feature.admin;

import java.nio.file.Path;
import org.junit.jupiter.api.Nested;

/** Contracts of administration, on one kind of store. */
public abstract class AdminSuite {

    /** {@return the URL of an empty store} */
    public abstract String newStoreUrl();

    @Nested
    class AdministrationOfTopics extends TopicsAdminContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return AdminSuite.this.newStoreUrl();
        }
    }

    @Nested
    class OptionsOfQueues extends QueueOptionsContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return AdminSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Policies extends PolicyContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return AdminSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Statistics extends StatisticsContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return AdminSuite.this.newStoreUrl();
        }
    }

    @Nested
    class AdministrationOfEntities extends EntityAdminContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return AdminSuite.this.newStoreUrl();
        }
    }

    @Nested
    class AdministrationOfMessages extends MessagesAdminContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return AdminSuite.this.newStoreUrl();
        }
    }

    @Nested
    class LookingAtMessages extends PeekAdminContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return AdminSuite.this.newStoreUrl();
        }
    }

    @Nested
    class OptionsInUse extends OptionsInUseContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return AdminSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Metrics extends MetricsContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return AdminSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ExplainingMessages extends ExplainContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return AdminSuite.this.newStoreUrl();
        }
    }

    @Nested
    class OrphanedMessages extends OrphanContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return AdminSuite.this.newStoreUrl();
        }
    }
}
