package dev.restante.feature.send;

import java.nio.file.Path;
import org.junit.jupiter.api.Nested;

/** Contracts of sends and duplicate detection, on one kind of store. */
public abstract class SendSuite {

    /** {@return the URL of an empty store} */
    public abstract String newStoreUrl();

    @Nested
    class Producers extends ProducerContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return SendSuite.this.newStoreUrl();
        }
    }

    @Nested
    class AsyncSends extends AsyncSendContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return SendSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Duplicates extends DuplicateContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return SendSuite.this.newStoreUrl();
        }
    }

    @Nested
    class RepeatedSends extends RepeatedSendContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return SendSuite.this.newStoreUrl();
        }
    }

    @Nested
    class DuplicatesOnTopics extends TopicDuplicateContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return SendSuite.this.newStoreUrl();
        }
    }

    @Nested
    class DuplicateIdSources extends DuplicateIdSourceContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return SendSuite.this.newStoreUrl();
        }
    }
}
