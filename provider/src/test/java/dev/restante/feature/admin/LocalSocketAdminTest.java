package dev.restante.feature.admin;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.history.HistoryPoint;
import dev.restante.admin.history.HistoryScale;
import dev.restante.feature.forward.RedriveContract;
import dev.restante.feature.forward.RedriveJobContract;
import dev.restante.feature.forward.ResubmitContract;
import dev.restante.feature.group.GroupAdministrationContract;
import dev.restante.feature.peeklock.LockBreakContract;
import dev.restante.feature.topic.RuleActionContract;
import dev.restante.feature.topic.RuleFilterContract;
import dev.restante.feature.xa.XaFeaturesContract;
import dev.restante.runtime.SocketAdministration;
import jakarta.jms.JMSException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Contracts of administration through the local socket of an embedded store. */
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
            return SocketAdministration.open(factory);
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
            return SocketAdministration.open(factory);
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
            return SocketAdministration.open(factory);
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
            return SocketAdministration.open(factory);
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
            return SocketAdministration.open(factory);
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
            return SocketAdministration.open(factory);
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
            return SocketAdministration.open(factory);
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
            return SocketAdministration.open(factory);
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
            return SocketAdministration.open(factory);
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
            return SocketAdministration.open(factory);
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
            return SocketAdministration.open(factory);
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
            return SocketAdministration.open(factory);
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
            return SocketAdministration.open(factory);
        }
    }

    @Nested
    class ResubmittingMessages extends ResubmitContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return newStore(emptyDirectory);
        }

        @Override
        public RestanteAdmin administration() throws JMSException {
            return SocketAdministration.open(factory);
        }
    }

    @Nested
    class RedrivesInBackground extends RedriveJobContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return newStore(emptyDirectory);
        }

        @Override
        public RestanteAdmin administration() throws JMSException {
            return SocketAdministration.open(factory);
        }
    }

    @Nested
    class ExplainingMessages extends ExplainContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return newStore(emptyDirectory);
        }

        @Override
        public RestanteAdmin administration() throws JMSException {
            return SocketAdministration.open(factory);
        }
    }

    @Nested
    @DisplayName("administration of the whole store")
    class TheStore extends JmsContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return newStore(emptyDirectory);
        }

        @Test
        @DisplayName("the administrator checks the store, and reads its history and the description of its node")
        void shouldAskTheStore() throws JMSException {
            send(queue("q"), "a", "b");
            try (RestanteAdmin admin = SocketAdministration.open(factory)) {
                admin.checkStore();
                assertThat(admin.history(HistoryScale.HOUR).points("q")).isEmpty();
                eventually("the application records the history", () -> {
                    time.jump(Duration.ofMinutes(1));
                    List<HistoryPoint> points = admin.history(HistoryScale.HOUR).points("q");
                    return !points.isEmpty()
                            && Objects.equals(points.get(points.size() - 1).depth(), 2L);
                });
                assertThat(admin.history(HistoryScale.DAY).scale()).isEqualTo(HistoryScale.DAY);
                RestanteAdmin.NodeDescription node = admin.node();
                RestanteAdmin.NodeDescription here = nodeHere();
                assertThat(node)
                        .usingRecursiveComparison()
                        .ignoringFields("storeTime")
                        .isEqualTo(here);
                assertThat(node.storeTime()).isBetween(here.storeTime().minusSeconds(60), here.storeTime());
            }
        }

        private RestanteAdmin.NodeDescription nodeHere() throws JMSException {
            try (RestanteAdmin here = factory.admin()) {
                return here.node();
            }
        }
    }
}
