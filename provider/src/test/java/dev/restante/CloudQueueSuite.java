package dev.restante;

import dev.restante.feature.admin.AdminSuite;
import dev.restante.feature.body.LargeBodySuite;
import dev.restante.feature.damage.DamageSuite;
import dev.restante.feature.expiry.ExpirySuite;
import dev.restante.feature.forward.ForwardSuite;
import dev.restante.feature.group.GroupSuite;
import dev.restante.feature.lastvalue.LastValueSuite;
import dev.restante.feature.peeklock.PeekLockSuite;
import dev.restante.feature.status.StatusSuite;
import org.junit.jupiter.api.Nested;

/** Suite of the features of cloud queues that Jakarta Messaging does not have, on one kind of store. */
abstract class CloudQueueSuite {

    abstract String newStoreUrl();

    @Nested
    class Administration extends AdminSuite {
        @Override
        public String newStoreUrl() {
            return CloudQueueSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Damage extends DamageSuite {
        @Override
        public String newStoreUrl() {
            return CloudQueueSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ExpiryAndIdleness extends ExpirySuite {
        @Override
        public String newStoreUrl() {
            return CloudQueueSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ForwardingAndRedrives extends ForwardSuite {
        @Override
        public String newStoreUrl() {
            return CloudQueueSuite.this.newStoreUrl();
        }
    }

    @Nested
    class MessageGroups extends GroupSuite {
        @Override
        public String newStoreUrl() {
            return CloudQueueSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Locks extends PeekLockSuite {
        @Override
        public String newStoreUrl() {
            return CloudQueueSuite.this.newStoreUrl();
        }
    }

    @Nested
    class StatusOfEntities extends StatusSuite {
        @Override
        public String newStoreUrl() {
            return CloudQueueSuite.this.newStoreUrl();
        }
    }

    @Nested
    class LastValuesOfKeys extends LastValueSuite {
        @Override
        public String newStoreUrl() {
            return CloudQueueSuite.this.newStoreUrl();
        }
    }

    @Nested
    class LargeBodies extends LargeBodySuite {
        @Override
        public String newStoreUrl() {
            return CloudQueueSuite.this.newStoreUrl();
        }
    }
}
