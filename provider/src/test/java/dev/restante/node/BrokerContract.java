package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.store.Store;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Base class of broker tests, with an empty store and one node on it. */
abstract class BrokerContract {

    @TempDir
    Path folder;

    BrokerFixture broker;

    /** Returns a supplier that opens an empty store, and later the same store again. */
    abstract Supplier<Store> newStore(Path emptyFolder);

    @BeforeEach
    final void openNode() {
        broker = new BrokerFixture(newStore(folder));
    }

    @AfterEach
    final void closeNode() {
        broker.close();
    }

    static void assertRefused(BrokerErrorReason reason, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BrokerException.class, refusal -> org.assertj.core.api.Assertions.assertThat(refusal.reason())
                                .isEqualTo(reason));
    }
}
