package dev.restante.feature.group;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/** Contracts of message groups of queues and subscriptions, on one kind of store. */
public abstract class GroupSuite {

    /** {@return the URL of an empty store} */
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
    class GroupsThatStay extends StickyGroupContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return GroupSuite.this.newStoreUrl();
        }
    }

    @Nested
    @DisplayName("subscriptions: sticky message groups")
    class GroupsThatStayOfSubscriptions extends StickyGroupContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return GroupSuite.this.newStoreUrl();
        }

        @Override
        GroupPlace place() {
            return GroupPlace.SUBSCRIPTION;
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

    @Nested
    @DisplayName("subscriptions: message groups")
    class GroupsOfSubscriptions extends GroupContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return GroupSuite.this.newStoreUrl();
        }

        @Override
        GroupPlace place() {
            return GroupPlace.SUBSCRIPTION;
        }
    }

    @Nested
    @DisplayName("subscriptions: first messages of message groups")
    class HeadsOfGroupsOfSubscriptions extends GroupHeadContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return GroupSuite.this.newStoreUrl();
        }

        @Override
        GroupPlace place() {
            return GroupPlace.SUBSCRIPTION;
        }
    }

    @Nested
    @DisplayName("subscriptions: message groups with other features")
    class GroupsWithOtherFeaturesOfSubscriptions extends GroupFeaturesContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return GroupSuite.this.newStoreUrl();
        }

        @Override
        GroupPlace place() {
            return GroupPlace.SUBSCRIPTION;
        }
    }

    @Nested
    @DisplayName("subscriptions: accepted message groups")
    class AcceptedGroupsOfSubscriptions extends AcceptedGroupContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return GroupSuite.this.newStoreUrl();
        }

        @Override
        GroupPlace place() {
            return GroupPlace.SUBSCRIPTION;
        }
    }

    @Nested
    @DisplayName("subscriptions: expiry of message groups")
    class ExpiryOfGroupsOfSubscriptions extends GroupExpiryContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return GroupSuite.this.newStoreUrl();
        }

        @Override
        GroupPlace place() {
            return GroupPlace.SUBSCRIPTION;
        }
    }

    @Nested
    @DisplayName("subscriptions: kinds of group expiry")
    class KindsOfGroupExpiryOfSubscriptions extends GroupExpiryKindsContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return GroupSuite.this.newStoreUrl();
        }

        @Override
        GroupPlace place() {
            return GroupPlace.SUBSCRIPTION;
        }
    }

    @Nested
    class PublishingToGroups extends SubscriptionGroupContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return GroupSuite.this.newStoreUrl();
        }
    }

    @Nested
    class AdministrationOfGroups extends GroupAdministrationContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return GroupSuite.this.newStoreUrl();
        }
    }

    @Nested
    @DisplayName("subscriptions: administration of message groups")
    class AdministrationOfGroupsOfSubscriptions extends GroupAdministrationContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return GroupSuite.this.newStoreUrl();
        }

        @Override
        GroupPlace place() {
            return GroupPlace.SUBSCRIPTION;
        }
    }
}
