package dev.restante.node;

import dev.restante.store.Store;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;

/** All contracts of the broker, on one kind of store. */
abstract class BrokerSuite {

    abstract Supplier<Store> newStore(Path emptyFolder);

    @Nested
    class Expiry extends ExpiryContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class Counts extends EntityStatisticsContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class FigureHistory extends RecordedHistoryContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class Repeats extends RepeatContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class TopicRepeats extends RepeatTopicContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class TimesToLive extends TimeToLiveContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class Lingers extends DelayedCompletionContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class Receiving extends ReceiveContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class Away extends BusyReceiverContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class FailedReturns extends FailedReturnContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class Settlements extends SettlementContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class Selecting extends SelectorReceiverContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class DeadLetters extends DeadLetterContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class Visibility extends VisibilityContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class Sending extends SendContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class Recovery extends RecoveryContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class Topics extends TopicContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class TopicDefaults extends TopicDefaultContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class Idle extends IdleContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class PatternsOfTopics extends TopicPatternNodeContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class IdleTopics extends IdleTopicContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class Attempts extends RepeatedReceiveContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class GroupsOfSubscriptions extends SubscriptionGroupContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class CrashesWhileGroupsExpire extends GroupExpiryCrashContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class OptionChanges extends OptionChangeContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class RedriveDeletions extends RedriveDeletionContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class ResubmitCrashes extends ResubmitCrashContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class Purges extends PurgeContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class SideBySide extends ConcurrentOperationsContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class Branches extends BranchContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class UncachedEntities extends UncachedEntityContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }

    @Nested
    class Priorities extends PriorityContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return BrokerSuite.this.newStore(emptyFolder);
        }
    }
}
