package dev.restante.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisplayName("a process of another user at the local socket")
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class OtherUserTest extends LocalSocketFixture {

    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

    private String tried() throws Exception {
        Process process = new ProcessBuilder(List.of(
                        SETPRIV.toString(),
                        "--reuid=65534",
                        "--regid=65534",
                        "--clear-groups",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        directory.resolve("classes").toString(),
                        OtherUserChild.class.getName(),
                        folder().resolve("s").toString()))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.strip();
    }

    private void open(Path path) throws Exception {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    @Test
    @DisplayName("another user cannot enter the folder, and the socket rejects that user if the folder is open to all")
    void shouldRefuse() throws Exception {
        assumeTrue(
                System.getProperty("user.name").equals("root") && Files.isExecutable(SETPRIV),
                "the test needs root and setpriv to run as another user");
        Path classes = directory.resolve("classes/dev/restante/socket");
        Files.createDirectories(classes);
        try (InputStream code = OtherUserChild.class.getResourceAsStream("OtherUserChild.class")) {
            Files.copy(code, classes.resolve("OtherUserChild.class"));
        }
        open(directory);
        Node node = new Node();
        serve(node, SocketTimeouts.DEFAULT);
        assertThat(tried()).contains("Permission denied");
        open(folder());
        open(folder().resolve("s"));
        assertThat(tried())
                .isEqualTo("kind " + Frame.FrameKind.REJECTED.code() + " refusal " + RejectionReason.OTHER_USER.code());
        assertThat(node.calls).hasValue(0);
    }
}
