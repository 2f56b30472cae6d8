package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.store.Store;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What every group of broker tests begins with: an empty store with one node on it. */
abstract class BrokerContract {

    @TempDir
    Path folder;

    BrokerFixture broker;

    /** Opens the same store each time, empty at first. */
    abstract Supplier<Store> newStore(Path emptyFolder);

    @BeforeEach
    final void openNode() {
        broker = new BrokerFixture(newStore(folder));
    }

    @AfterEach
    final void closeNode() {
        broker.close();
    }

    static void assertRefused(Reason reason, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BrokerException.class, refusal -> org.assertj.core.api.Assertions.assertThat(refusal.reason())
                                .isEqualTo(reason));
    }
}
