package dev.restante.feature.peeklock;

import java.nio.file.Path;
import org.junit.jupiter.api.Nested;

/** Contracts of peek-locks and late settlements, on one kind of store. */
public abstract class PeekLockSuite {

    /** {@return the URL of an empty store} */
    public abstract String newStoreUrl();

    @Nested
    class PeekLocks extends PeekLockContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return PeekLockSuite.this.newStoreUrl();
        }
    }

    @Nested
    class LimitsOfPeekLocks extends PeekLockLimitContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return PeekLockSuite.this.newStoreUrl();
        }
    }

    @Nested
    class BrokenLocks extends LockBreakContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return PeekLockSuite.this.newStoreUrl();
        }
    }

    @Nested
    class OwnLocks extends OwnLockContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return PeekLockSuite.this.newStoreUrl();
        }
    }

    @Nested
    class RenewedByDefault extends DefaultRenewalContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return PeekLockSuite.this.newStoreUrl();
        }
    }

    @Nested
    class LateSettlements extends LateSettlementContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return PeekLockSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Deferral extends DeferralContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return PeekLockSuite.this.newStoreUrl();
        }
    }

    @Nested
    class DeferralOfSubscriptions extends SubscriptionDeferralContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return PeekLockSuite.this.newStoreUrl();
        }
    }
}
