package dev.restante.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("administrative calls through the local socket")
class RemoteCallTableTest {

    private static final Path DESCRIBED = Path.of(System.getProperty("basedir", "."))
            .resolve("src/test/resources/dev/restante/socket/calls-" + Handshake.VERSION + ".txt");

    @Test
    @DisplayName("the calls match the list of this protocol version, so that a change requires a new version and list")
    void shouldHaveVersionForTheirTypes() throws IOException {
        assertThat(RemoteCallTable.describe()).isEqualTo(Files.readAllLines(DESCRIBED));
    }

    @Test
    @DisplayName("the call table marks every call that changes the store, so that a tool does not repeat it")
    void shouldTellLooks() {
        List<String> changing = RemoteCallTable.all().stream()
                .filter(call -> !call.isReadOnly())
                .map(call -> call.name().replaceAll("\\(.*", ""))
                .distinct()
                .toList();
        assertThat(changing)
                .containsExactlyInAnyOrder(
                        "branches.completeHeuristically",
                        "branches.forget",
                        "messageAdministration.breakLock",
                        "messageAdministration.purge",
                        "messageAdministration.putGroupState",
                        "messageAdministration.redrive",
                        "messageAdministration.resubmit",
                        "messageAdministration.undefer",
                        "orphans.move",
                        "orphans.remove",
                        "policyAdministration.remove",
                        "policyAdministration.set",
                        "queueAdministration.alter",
                        "queueAdministration.changeOptions",
                        "queueAdministration.changeStatus",
                        "queueAdministration.create",
                        "queueAdministration.delete",
                        "queueAdministration.removeDuplicateId",
                        "redriveJobs.start",
                        "redriveJobs.cancel",
                        "storeSettings.setMaximumTimeToLive",
                        "topicAdministration.alter",
                        "topicAdministration.createSubscription",
                        "topicAdministration.createTopic",
                        "topicAdministration.deleteSubscription",
                        "topicAdministration.deleteTopic",
                        "topicAdministration.rules.add",
                        "topicAdministration.rules.alter",
                        "topicAdministration.rules.remove");
    }
}
