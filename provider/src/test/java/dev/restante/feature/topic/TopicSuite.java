package dev.restante.feature.topic;

import java.nio.file.Path;
import org.junit.jupiter.api.Nested;

/** Contracts of topics and subscriptions, on one kind of store. */
public abstract class TopicSuite {

    /** {@return the URL of an empty store} */
    public abstract String newStoreUrl();

    @Nested
    class Subscriptions extends SubscriptionContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return TopicSuite.this.newStoreUrl();
        }
    }

    @Nested
    class NamesOfTopics extends TopicNameContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return TopicSuite.this.newStoreUrl();
        }
    }

    @Nested
    class PatternsOfTopics extends TopicPatternContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return TopicSuite.this.newStoreUrl();
        }
    }

    @Nested
    class SharedSubscriptions extends SharedSubscriptionContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return TopicSuite.this.newStoreUrl();
        }
    }

    @Nested
    class DurableSubscriptions extends DurableSubscriptionContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return TopicSuite.this.newStoreUrl();
        }
    }

    @Nested
    class EndOfDurableSubscriptions extends DurableSubscriptionEndContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return TopicSuite.this.newStoreUrl();
        }
    }

    @Nested
    class TemporaryDestinations extends TemporaryDestinationContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return TopicSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Topics extends TopicApiContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return TopicSuite.this.newStoreUrl();
        }
    }

    @Nested
    class FanOutStorage extends FanOutStorageContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return TopicSuite.this.newStoreUrl();
        }
    }

    @Nested
    class VisibilityOfSubscriptions extends SubscriptionVisibilityContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return TopicSuite.this.newStoreUrl();
        }
    }

    @Nested
    class FiltersOfRules extends RuleFilterContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return TopicSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ActionsOfRules extends RuleActionContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return TopicSuite.this.newStoreUrl();
        }
    }
}
