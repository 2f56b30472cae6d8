package dev.restante.feature.group;

import java.nio.file.Path;
import org.junit.jupiter.api.Nested;

/** Message groups, contract by contract, on one kind of store. */
public abstract class GroupSuite {

    /** The URL of an empty store. */
    public abstract String newStoreUrl();

    @Nested
    class Groups extends GroupContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return GroupSuite.this.newStoreUrl();
        }
    }

    @Nested
    class HeadsOfGroups extends GroupHeadContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return GroupSuite.this.newStoreUrl();
        }
    }

    @Nested
    class GroupsWithOtherFeatures extends GroupFeaturesContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return GroupSuite.this.newStoreUrl();
        }
    }

    @Nested
    class AcceptedGroups extends AcceptedGroupContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return GroupSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ExpiryOfGroups extends GroupExpiryContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return GroupSuite.this.newStoreUrl();
        }
    }

    @Nested
    class KindsOfGroupExpiry extends GroupExpiryKindsContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return GroupSuite.this.newStoreUrl();
        }
    }
}
