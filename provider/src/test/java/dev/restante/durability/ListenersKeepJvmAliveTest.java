package dev.restante.durability;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a program that only listens")
final class ListenersKeepJvmAliveTest {

    private static final String URL = "jdbc:hsqldb:mem:listening";

    @Test
    @DisplayName("goes on after main has ended, and ends when its connection is closed")
    void shouldGoOnUntilClosed() throws Exception {
        try (ChildJvm child = ChildJvm.start(ListeningChild.class, URL, "true")) {
            child.expect("main ends");
            child.expect("got late");
            assertThat(child.awaitEnd()).isZero();
        }
    }

    @Test
    @DisplayName("is ended by SIGTERM, with its store and without a warning")
    void shouldEndBySignal() throws Exception {
        try (ChildJvm child = ChildJvm.start(ListeningChild.class, URL, "false")) {
            child.expect("main ends");
            child.expect("got late");
            child.terminate();
            assertThat(child.awaitEnd()).isEqualTo(128 + 15);
            assertThat(child.readRest()).isEmpty();
        }
    }

    @Test
    @DisplayName("is ended by SIGTERM without a warning while its listener is at work")
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
    @DisplayName("ends with main where keepJvmAlive is false")
    void shouldEndWhereItIsToldTo() throws Exception {
        try (ChildJvm child = ChildJvm.start(ListeningChild.class, URL + ";restante.keepJvmAlive=false", "false")) {
            child.expect("main ends");
            assertThat(child.awaitEnd()).isZero();
            assertThat(child.readLine()).isNull();
        }
    }
}
