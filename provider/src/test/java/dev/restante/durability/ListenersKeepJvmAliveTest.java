package dev.restante.durability;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("program that only listens")
final class ListenersKeepJvmAliveTest {

    private static final String URL = "jdbc:hsqldb:mem:listening";

    @Test
    @DisplayName("a program with a listener runs after the end of main until its connection closes")
    void shouldGoOnUntilClosed() throws Exception {
        try (ChildJvm child = ChildJvm.start(ListenerChild.class, URL, "true")) {
            child.expect("main ends");
            child.expect("got late");
            assertThat(child.awaitEnd()).isZero();
        }
    }

    @Test
    @DisplayName("SIGTERM ends a program with a listener and its store, without a warning")
    void shouldEndBySignal() throws Exception {
        try (ChildJvm child = ChildJvm.start(ListenerChild.class, URL, "false")) {
            child.expect("main ends");
            child.expect("got late");
            child.terminate();
            assertThat(child.awaitEnd()).isEqualTo(128 + 15);
            assertThat(child.readRest()).isEmpty();
        }
    }

    @Test
    @DisplayName("SIGTERM ends a program without a warning while its listener is running")
    void shouldEndBySignalAtWork() throws Exception {
        try (ChildJvm child = ChildJvm.start(BusyListenerChild.class, URL)) {
            child.expect("at work");
            child.terminate();
            child.expect("closed RESTANTE-CLOSED");
            assertThat(child.awaitEnd()).isEqualTo(128 + 15);
            assertThat(child.readRest()).isEmpty();
        }
    }

    @Test
    @DisplayName("a program ends with main if keepJvmAlive is false")
    void shouldEndWhereItIsToldTo() throws Exception {
        try (ChildJvm child = ChildJvm.start(ListenerChild.class, URL + ";restante.keepJvmAlive=false", "false")) {
            child.expect("main ends");
            assertThat(child.awaitEnd()).isZero();
            assertThat(child.readLine()).isNull();
        }
    }
}
