package dev.restante;

import dev.restante.feature.address.DestinationAddressContract;
import dev.restante.feature.address.SubscriptionAddressContract;
import dev.restante.feature.connection.ConnectionSuite;
import dev.restante.feature.receive.ReceiveSuite;
import dev.restante.feature.send.SendSuite;
import dev.restante.feature.session.SessionSuite;
import dev.restante.feature.topic.TopicSuite;
import dev.restante.feature.xa.XaSuite;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;

/** Suite of the features of Jakarta Messaging, on one kind of store. */
abstract class JmsSuite {

    abstract String newStoreUrl();

    @Nested
    class Connecting extends ConnectionSuite {
        @Override
        public String newStoreUrl() {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Reception extends ReceiveSuite {
        @Override
        public String newStoreUrl() {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Submission extends SendSuite {
        @Override
        public String newStoreUrl() {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class SessionsAndTransactions extends SessionSuite {
        @Override
        public String newStoreUrl() {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Turns extends SessionTurnsContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class PublishAndSubscribe extends TopicSuite {
        @Override
        public String newStoreUrl() {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class NamesOfOtherProviders extends DestinationAddressContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class NamesOfSubscriptions extends SubscriptionAddressContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Xa extends XaSuite {
        @Override
        public String newStoreUrl() {
            return JmsSuite.this.newStoreUrl();
        }
    }
}
