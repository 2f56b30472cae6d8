package dev.restante.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.InvocationInterceptor;

class TestDiscoverySkipperTest {

    private final List<String> events = new ArrayList<>();
    private final TestDiscoverySkipper skipper = new TestDiscoverySkipper(TestDiscoverySkipperTest.class.getName());

    /** Invocation of a test or of a method before or after it, which records whether it ran. */
    private final class Noting implements InvocationInterceptor.Invocation<@Nullable Void> {
        @Override
        public @Nullable Void proceed() {
            events.add("ran");
            return null;
        }

        @Override
        public void skip() {
            events.add("skipped");
        }
    }

    @Test
    @DisplayName("Tests and their before and after methods run during mutation analysis")
    void runs() throws Throwable {
        runAll();
        assertThat(events).hasSize(6).containsOnly("ran");
    }

    @Test
    @DisplayName("Tests and their before and after methods are skipped during test discovery")
    void isSkipped() throws Throwable {
        findTestsForTestClasses();
        assertThat(events).hasSize(6).containsOnly("skipped");
    }

    private void findTestsForTestClasses() throws Throwable {
        runAll();
    }

    private void runAll() throws Throwable {
        skipper.interceptBeforeAllMethod(new Noting(), null, null);
        skipper.interceptBeforeEachMethod(new Noting(), null, null);
        skipper.interceptTestMethod(new Noting(), null, null);
        skipper.interceptTestTemplateMethod(new Noting(), null, null);
        skipper.interceptAfterEachMethod(new Noting(), null, null);
        skipper.interceptAfterAllMethod(new Noting(), null, null);
    }
}
