package dev.restante;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;

/** Jakarta Messaging on embedded stores in memory. */
class HsqldbJmsTest {

    private static final AtomicInteger STORES = new AtomicInteger();

    private static String memoryUrl() {
        return "jdbc:hsqldb:mem:jms" + STORES.incrementAndGet();
    }

    @Nested
    class Connections extends ConnectionContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return memoryUrl();
        }
    }

    @Nested
    class Sessions extends SessionContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return memoryUrl();
        }
    }

    @Nested
    class Producers extends ProducerContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return memoryUrl();
        }
    }

    @Nested
    class AsyncSends extends AsyncSendContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return memoryUrl();
        }
    }

    @Nested
    class Acknowledgements extends AcknowledgementContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return memoryUrl();
        }
    }

    @Nested
    class Transactions extends TransactionContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return memoryUrl();
        }
    }

    @Nested
    class Browsers extends BrowserContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return memoryUrl();
        }
    }

    @Nested
    class SimplifiedApi extends SimplifiedContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return memoryUrl();
        }
    }

    @Nested
    class PeekLocks extends PeekLockContract {
        @Override
        String newStoreUrl(Path emptyDirectory) {
            return memoryUrl();
        }
    }
}
