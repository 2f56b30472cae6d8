package dev.restante.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.InvocationInterceptor;

class EmptyRehearsalTest {

    private final List<String> events = new ArrayList<>();
    private final EmptyRehearsal rehearsal = new EmptyRehearsal(EmptyRehearsalTest.class.getName());

    /** Stands for a test, or for what goes before and after it. */
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
    @DisplayName("A test runs where it is a test")
    void runs() throws Throwable {
        runAll();
        assertThat(events).hasSize(6).containsOnly("ran");
    }

    @Test
    @DisplayName("A test does not run, nor what goes before and after it, where tests are only looked for")
    void isSkipped() throws Throwable {
        findTestsForTestClasses();
        assertThat(events).hasSize(6).containsOnly("skipped");
    }

    private void findTestsForTestClasses() throws Throwable {
        runAll();
    }

    private void runAll() throws Throwable {
        rehearsal.interceptBeforeAllMethod(new Noting(), null, null);
        rehearsal.interceptBeforeEachMethod(new Noting(), null, null);
        rehearsal.interceptTestMethod(new Noting(), null, null);
        rehearsal.interceptTestTemplateMethod(new Noting(), null, null);
        rehearsal.interceptAfterEachMethod(new Noting(), null, null);
        rehearsal.interceptAfterAllMethod(new Noting(), null, null);
    }
}
