package dev.restante;

import dev.restante.feature.admin.AdminSuite;
import dev.restante.feature.body.LargeBodySuite;
import dev.restante.feature.connection.ConnectionSuite;
import dev.restante.feature.damage.DamageSuite;
import dev.restante.feature.expiry.ExpirySuite;
import dev.restante.feature.forward.ForwardSuite;
import dev.restante.feature.group.GroupSuite;
import dev.restante.feature.lastvalue.LastValueSuite;
import dev.restante.feature.peeklock.PeekLockSuite;
import dev.restante.feature.receive.ReceiveSuite;
import dev.restante.feature.send.SendSuite;
import dev.restante.feature.session.SessionSuite;
import dev.restante.feature.status.StatusSuite;
import dev.restante.feature.topic.TopicSuite;
import dev.restante.feature.xa.XaSuite;
import org.junit.jupiter.api.Nested;

/** Jakarta Messaging, feature by feature, on one kind of store. */
abstract class JmsSuite {

    /** The URL of an empty store. */
    abstract String newStoreUrl();

    @Nested
    class Administration extends AdminSuite {
        @Override
        public String newStoreUrl() {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Connecting extends ConnectionSuite {
        @Override
        public String newStoreUrl() {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Damage extends DamageSuite {
        @Override
        public String newStoreUrl() {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ExpiryAndIdleness extends ExpirySuite {
        @Override
        public String newStoreUrl() {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ForwardingAndRedrives extends ForwardSuite {
        @Override
        public String newStoreUrl() {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class MessageGroups extends GroupSuite {
        @Override
        public String newStoreUrl() {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Locks extends PeekLockSuite {
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
    class PublishAndSubscribe extends TopicSuite {
        @Override
        public String newStoreUrl() {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class StatusOfEntities extends StatusSuite {
        @Override
        public String newStoreUrl() {
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

    @Nested
    class LastValuesOfKeys extends LastValueSuite {
        @Override
        public String newStoreUrl() {
            return JmsSuite.this.newStoreUrl();
        }
    }

    @Nested
    class LargeBodies extends LargeBodySuite {
        @Override
        public String newStoreUrl() {
            return JmsSuite.this.newStoreUrl();
        }
    }
}
