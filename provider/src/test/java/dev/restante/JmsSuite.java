package dev.restante;

import dev.restante.feature.admin.EntityAdminContract;
import dev.restante.feature.admin.MessagesAdminContract;
import dev.restante.feature.admin.MetricsContract;
import dev.restante.feature.admin.OptionsInUseContract;
import dev.restante.feature.admin.QueueOptionsContract;
import dev.restante.feature.admin.StatisticsContract;
import dev.restante.feature.admin.TopicsAdminContract;
import dev.restante.feature.connection.ClosedContract;
import dev.restante.feature.connection.ConnectionContract;
import dev.restante.feature.connection.NeighbourContract;
import dev.restante.feature.connection.ServerSessionContract;
import dev.restante.feature.connection.SimplifiedContract;
import dev.restante.feature.connection.ThrownErrorContract;
import dev.restante.feature.connection.TopicServerSessionContract;
import dev.restante.feature.damage.DamagedRowsContract;
import dev.restante.feature.damage.TextContract;
import dev.restante.feature.damage.UnreadableMessageContract;
import dev.restante.feature.expiry.ExpirationContract;
import dev.restante.feature.expiry.ExpiredToContract;
import dev.restante.feature.expiry.ExtremeDurationContract;
import dev.restante.feature.expiry.IdleEntityContract;
import dev.restante.feature.expiry.MaximumTimeToLiveContract;
import dev.restante.feature.forward.ForwardContract;
import dev.restante.feature.forward.RedriveContract;
import dev.restante.feature.group.AcceptedGroupContract;
import dev.restante.feature.group.GroupContract;
import dev.restante.feature.group.GroupExpiryContract;
import dev.restante.feature.peeklock.LateSettlementContract;
import dev.restante.feature.peeklock.LockBreakContract;
import dev.restante.feature.peeklock.OwnLockContract;
import dev.restante.feature.peeklock.PeekLockContract;
import dev.restante.feature.receive.BrowserContract;
import dev.restante.feature.receive.InFlightContract;
import dev.restante.feature.receive.ReceiveAttemptContract;
import dev.restante.feature.receive.ReceiveTimeoutContract;
import dev.restante.feature.receive.SelectorContract;
import dev.restante.feature.send.AsyncSendContract;
import dev.restante.feature.send.DuplicateContract;
import dev.restante.feature.send.ProducerContract;
import dev.restante.feature.send.TopicDuplicateContract;
import dev.restante.feature.session.AcknowledgementContract;
import dev.restante.feature.session.SessionContract;
import dev.restante.feature.session.TransactionContract;
import dev.restante.feature.topic.DurableSubscriptionContract;
import dev.restante.feature.topic.FanOutStorageContract;
import dev.restante.feature.topic.SharedSubscriptionContract;
import dev.restante.feature.topic.SubscriptionContract;
import dev.restante.feature.topic.SubscriptionVisibilityContract;
import dev.restante.feature.topic.TemporaryDestinationContract;
import dev.restante.feature.topic.TopicApiContract;
import dev.restante.feature.xa.JoinedTransactionContract;
import dev.restante.feature.xa.MigrationContract;
import dev.restante.feature.xa.XaContract;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;

/** Jakarta Messaging, group by group, on one kind of store. */
abstract class JmsSuite {

    /** The URL of an empty store. */
    abstract String newStoreUrl();

    @Nested
    class Connections extends ConnectionContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class UnreadableMessages extends UnreadableMessageContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class DamagedRows extends DamagedRowsContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Texts extends TextContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Neighbours extends NeighbourContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Sessions extends SessionContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ReceiveTimeouts extends ReceiveTimeoutContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Producers extends ProducerContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class AsyncSends extends AsyncSendContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Acknowledgements extends AcknowledgementContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Transactions extends TransactionContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class DistributedTransactions extends XaContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Browsers extends BrowserContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class SimplifiedApi extends SimplifiedContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class PeekLocks extends PeekLockContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Selecting extends SelectorContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Subscriptions extends SubscriptionContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class SharedSubscriptions extends SharedSubscriptionContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class DurableSubscriptions extends DurableSubscriptionContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class TemporaryDestinations extends TemporaryDestinationContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Topics extends TopicApiContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class FanOutStorage extends FanOutStorageContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class TopicServerSessions extends TopicServerSessionContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ServerSessions extends ServerSessionContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class AdministrationOfTopics extends TopicsAdminContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Closed extends ClosedContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Expirations extends ExpirationContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Duplicates extends DuplicateContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Groups extends GroupContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class AcceptedGroups extends AcceptedGroupContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class MaximumTimeToLive extends MaximumTimeToLiveContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Forwarding extends ForwardContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class IdleEntities extends IdleEntityContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ExtremeDurations extends ExtremeDurationContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ThrownErrors extends ThrownErrorContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class DuplicatesOnTopics extends TopicDuplicateContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class OptionsOfQueues extends QueueOptionsContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Statistics extends StatisticsContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class AdministrationOfEntities extends EntityAdminContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class AdministrationOfMessages extends MessagesAdminContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Redrives extends RedriveContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class BrokenLocks extends LockBreakContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class OptionsInUse extends OptionsInUseContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Migrations extends MigrationContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class OwnLocks extends OwnLockContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class LateSettlements extends LateSettlementContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ExpiredElsewhere extends ExpiredToContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class QuotasInFlight extends InFlightContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ReceiveAttempts extends ReceiveAttemptContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class VisibilityOfSubscriptions extends SubscriptionVisibilityContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Metrics extends MetricsContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ExpiryOfGroups extends GroupExpiryContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class JoinedTransactions extends JoinedTransactionContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }
}
