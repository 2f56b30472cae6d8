package dev.restante.feature.admin;

import dev.restante.TestFactories;
import dev.restante.admin.RestanteAdmin;
import dev.restante.feature.forward.RedriveContract;
import dev.restante.feature.group.GroupAdministrationContract;
import dev.restante.feature.peeklock.LockBreakContract;
import dev.restante.feature.topic.RuleActionContract;
import dev.restante.feature.topic.RuleFilterContract;
import dev.restante.feature.xa.XaFeaturesContract;
import jakarta.jms.JMSException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/** What administrators see and do through the local socket of an embedded store: the contracts of every other way. */
@DisplayName("administration through the local socket")
class LocalSocketAdminTest {

    private static String newStore(Path emptyDirectory) {
        return "jdbc:hsqldb:file:" + emptyDirectory.resolve("store");
    }

    @Nested
    class AdministrationOfTopics extends TopicsAdminContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return newStore(emptyDirectory);
        }

        @Override
        public RestanteAdmin administration() throws JMSException {
            return TestFactories.throughSocket(factory);
        }
    }

    @Nested
    class OptionsOfQueues extends QueueOptionsContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return newStore(emptyDirectory);
        }

        @Override
        public RestanteAdmin administration() throws JMSException {
            return TestFactories.throughSocket(factory);
        }
    }

    @Nested
    class Statistics extends StatisticsContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return newStore(emptyDirectory);
        }

        @Override
        public RestanteAdmin administration() throws JMSException {
            return TestFactories.throughSocket(factory);
        }
    }

    @Nested
    class AdministrationOfEntities extends EntityAdminContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return newStore(emptyDirectory);
        }

        @Override
        public RestanteAdmin administration() throws JMSException {
            return TestFactories.throughSocket(factory);
        }
    }

    @Nested
    class AdministrationOfMessages extends MessagesAdminContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return newStore(emptyDirectory);
        }

        @Override
        public RestanteAdmin administration() throws JMSException {
            return TestFactories.throughSocket(factory);
        }
    }

    @Nested
    class LookingAtMessages extends PeekAdminContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return newStore(emptyDirectory);
        }

        @Override
        public RestanteAdmin administration() throws JMSException {
            return TestFactories.throughSocket(factory);
        }
    }

    @Nested
    class OptionsInUse extends OptionsInUseContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return newStore(emptyDirectory);
        }

        @Override
        public RestanteAdmin administration() throws JMSException {
            return TestFactories.throughSocket(factory);
        }
    }

    @Nested
    class FiltersOfRules extends RuleFilterContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return newStore(emptyDirectory);
        }

        @Override
        public RestanteAdmin administration() throws JMSException {
            return TestFactories.throughSocket(factory);
        }
    }

    @Nested
    class ActionsOfRules extends RuleActionContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return newStore(emptyDirectory);
        }

        @Override
        public RestanteAdmin administration() throws JMSException {
            return TestFactories.throughSocket(factory);
        }
    }

    @Nested
    class AdministrationOfGroups extends GroupAdministrationContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return newStore(emptyDirectory);
        }

        @Override
        public RestanteAdmin administration() throws JMSException {
            return TestFactories.throughSocket(factory);
        }
    }

    @Nested
    class Redrives extends RedriveContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return newStore(emptyDirectory);
        }

        @Override
        public RestanteAdmin administration() throws JMSException {
            return TestFactories.throughSocket(factory);
        }
    }

    @Nested
    class BrokenLocks extends LockBreakContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return newStore(emptyDirectory);
        }

        @Override
        public RestanteAdmin administration() throws JMSException {
            return TestFactories.throughSocket(factory);
        }
    }

    @Nested
    class XaWithOtherFeatures extends XaFeaturesContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return newStore(emptyDirectory);
        }

        @Override
        public RestanteAdmin administration() throws JMSException {
            return TestFactories.throughSocket(factory);
        }
    }
}
