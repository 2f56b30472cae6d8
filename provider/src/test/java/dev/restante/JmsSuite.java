package dev.restante;

import java.nio.file.Path;
import org.junit.jupiter.api.Nested;

/** Jakarta Messaging, group by group, on one kind of store. */
abstract class JmsSuite {

    /** The URL of an empty store. */
    abstract String newStoreUrl();

    @Nested
    class Connections extends ConnectionContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class UnreadableMessages extends UnreadableMessageContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class DamagedRows extends DamagedRowsContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Texts extends TextContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Neighbours extends NeighbourContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Sessions extends SessionContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ReceiveTimeouts extends ReceiveTimeoutContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Producers extends ProducerContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class AsyncSends extends AsyncSendContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Acknowledgements extends AcknowledgementContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Transactions extends TransactionContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class DistributedTransactions extends XaContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Browsers extends BrowserContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class SimplifiedApi extends SimplifiedContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class PeekLocks extends PeekLockContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Selecting extends SelectorContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Subscriptions extends SubscriptionContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class SharedSubscriptions extends SharedSubscriptionContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class DurableSubscriptions extends DurableSubscriptionContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class TemporaryDestinations extends TemporaryDestinationContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Topics extends TopicApiContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class FanOutStorage extends FanOutStorageContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class TopicServerSessions extends TopicServerSessionContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ServerSessions extends ServerSessionContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class AdministrationOfTopics extends TopicsAdminContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Closed extends ClosedContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Expirations extends ExpirationContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Duplicates extends DuplicateContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Groups extends GroupContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class AcceptedGroups extends AcceptedGroupContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class MaximumTimeToLive extends MaximumTimeToLiveContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Forwarding extends ForwardContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class IdleEntities extends IdleEntityContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ExtremeDurations extends ExtremeDurationContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ThrownErrors extends ThrownErrorContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class DuplicatesOnTopics extends TopicDuplicateContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class OptionsOfQueues extends QueueOptionsContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Statistics extends StatisticsContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class AdministrationOfEntities extends EntityAdminContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class AdministrationOfMessages extends MessagesAdminContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Redrives extends RedriveContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class BrokenLocks extends LockBreakContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class OptionsInUse extends OptionsInUseContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Migrations extends MigrationContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class OwnLocks extends OwnLockContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class LateSettlements extends LateSettlementContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ExpiredElsewhere extends ExpiredToContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class QuotasInFlight extends InFlightContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ReceiveAttempts extends ReceiveAttemptContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class VisibilityOfSubscriptions extends SubscriptionVisibilityContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Metrics extends MetricsContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ExpiryOfGroups extends GroupExpiryContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class JoinedTransactions extends JoinedTransactionContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }
}
