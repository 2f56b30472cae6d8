package dev.restante.cli;

import static dev.restante.cli.ConsoleRun.encoded;
import static dev.restante.cli.ConsoleRun.form;
import static dev.restante.cli.ConsoleRun.hidden;
import static dev.restante.cli.ConsoleRun.token;
import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Users and rights of the console")
class ConsoleRightsTest {

    private static final String DEAD = "orders/$DeadLetterQueue";
    private static final String DEAD_PAGE = "/dead-letter-queue?name=" + encoded(DEAD);

    /** Hash of {@code h4shed} with few iterations. */
    private static final String HASHED = "pbkdf2_sha256$1000$saltsaltsalt$Q+wKscoMs9Ee+fUZIHocW1TWC6iMz0rJN7MQma2AAGw=";

    @TempDir
    private Path directory;

    private final Run.CommandLineRunner prompt = new Run.CommandLineRunner();
    private SharedTestStore store;
    private ConsoleRun console;
    private String message;

    @BeforeEach
    void start() throws Exception {
        store = SharedTestStore.inMemory();
        prompt.with("RESTANTE_URL", store.url()).ok("queue", "create", "orders");
        prompt.ok("send", "orders", "a secret text");
        prompt.ok("receive", "orders", "--settle", "dead-letter", "--reason", "NoPaint");
        message = "/message?name=" + encoded(DEAD) + "&sequenceNumber="
                + at(prompt.json("peek", DEAD), "messages", 0, "sequenceNumber");
        console = ConsoleRun.start(
                store.url(),
                "--console-users-file",
                users(
                                "# Who may what",
                                "",
                                "guest:view:g:uest",
                                "reader:read:r",
                                "fixer: Read, Repair :f",
                                "mender:repair:m",
                                "boss:all:" + HASHED)
                        .toString());
    }

    @AfterEach
    void end() throws Exception {
        console.close();
        store.close();
    }

    private Path users(String... lines) throws IOException {
        Path file = directory.resolve("users");
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r-----")));
        return Files.write(file, List.of(lines));
    }

    private HttpResponse<String> get(String user, String password, String address) throws Exception {
        return console.send(console.as(user, password, address));
    }

    private HttpResponse<String> act(String user, String password, String action, String token) throws Exception {
        return console.send(form(
                console.as(user, password, "/actions/" + action),
                List.of("csrfToken", token, "name", DEAD, "scope", "all")));
    }

    @Test
    @DisplayName("a user sees and executes only actions that the rights of the user permit")
    void shouldHaveRights() throws Exception {
        String looked = get("guest", "g:uest", DEAD_PAGE).body();
        assertThat(looked).contains("guest, read-only", "NoPaint").doesNotContain("formaction", "a secret text");
        assertThat(get("guest", "g:uest", message).statusCode()).isEqualTo(403);
        assertThat(get("guest", "g:uest", message).body())
                .contains("CONSOLE-NOT-ALLOWED", "guest may not read messages")
                .doesNotContain("a secret text");
        assertThat(get("reader", "r", message).body()).contains("a secret text");
        String api = "/api" + message;
        assertThat(get("guest", "g:uest", api).statusCode()).isEqualTo(403);
        assertThat(get("guest", "g:uest", api).body()).contains("guest may not read messages");
        assertThat(get("reader", "r", api).body()).contains("a secret text");
        String matched = "/api/messages?name=" + encoded(DEAD) + "&bodyText=secret";
        assertThat(get("guest", "g:uest", matched).statusCode()).isEqualTo(403);
        for (String groups : List.of("/groups?name=", "/api/groups?name=", "/group-state?group=g&name=")) {
            assertThat(get("guest", "g:uest", groups + "orders").statusCode()).isEqualTo(403);
            assertThat(get("reader", "r", groups + "orders").statusCode()).isEqualTo(200);
        }
        assertThat(get("guest", "g:uest", "/locks?name=orders").body()).doesNotContain("/groups?");
        assertThat(get("reader", "r", "/locks?name=orders").body()).contains("/groups?");
        assertThat(act("reader", "r", "redrive", "x").body()).contains("reader may not repair messages");
        String page = get("fixer", "f", DEAD_PAGE).body();
        assertThat(page).contains("/actions/redrive").doesNotContain("/actions/purge", "read-only");
        assertThat(act("fixer", "f", "purge", token(page)).body()).contains("fixer may not remove");
        HttpResponse<String> question = act("fixer", "f", "redrive", token(page));
        assertThat(question.body()).contains("Move 1 message of");
        HttpResponse<String> done =
                console.send(form(console.as("fixer", "f", "/actions/redrive"), hidden(question.body())));
        assertThat(done.body()).contains("1 message was redriven");
        assertThat(get("mender", "m", message.replace("/message", "/edit")).statusCode())
                .isEqualTo(403);
        String forMender = token(get("mender", "m", DEAD_PAGE).body());
        assertThat(act("mender", "m", "redrive", forMender).statusCode()).isEqualTo(200);
        HttpResponse<String> guess = console.send(form(
                console.as("mender", "m", "/actions/redrive"),
                List.of("csrfToken", forMender, "name", DEAD, "scope", "all", "selector", "JMSType = 'x'")));
        assertThat(guess.statusCode()).isEqualTo(403);
        assertThat(guess.body()).contains("mender may not read messages");
        assertThat(console.log()).contains("fixer from 127.0.0.1: redrive of " + DEAD);
    }

    @Test
    @DisplayName("a user without the right to read messages sees no group ids")
    void shouldHideGroups() throws Exception {
        for (String text : List.of("first", "second")) {
            prompt.ok("send", "orders", text, "--group-id", "patient-7");
        }
        String second = at(prompt.json("peek", "orders"), "messages", 1, "sequenceNumber")
                .toString();
        prompt.ok("queue", "alter", "orders", "--redelivery-back-off", "1h");
        prompt.ok("receive", "orders", "--settle", "abandon");
        String page = "/explain?name=orders&sequenceNumber=" + second;
        assertThat(get("reader", "r", page).body()).contains("GROUP_LOCKED", "patient-7");
        assertThat(get("guest", "g:uest", page).body())
                .contains("GROUP_LOCKED", "hidden")
                .doesNotContain("patient-7");
    }

    @Test
    @DisplayName("a user logs in only with the password of the user, in plain text or hashed")
    void shouldHavePasswords() throws Exception {
        assertThat(get("boss", "h4shed", "/").statusCode()).isEqualTo(200);
        assertThat(get("boss", "h4shed", DEAD_PAGE).body()).contains("/actions/redrive", "/actions/purge");
        assertThat(get("boss", "f", "/").statusCode()).isEqualTo(401);
        assertThat(get("ada", ConsoleRun.PASSWORD, "/").statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName("a form and a confirmation key are valid only for the user and the question that they were issued for")
    void shouldBindForms() throws Exception {
        String token = token(get("fixer", "f", DEAD_PAGE).body());
        HttpResponse<String> foreign = act("boss", "h4shed", "redrive", token);
        assertThat(foreign.statusCode()).isEqualTo(403);
        assertThat(foreign.body()).contains("CONSOLE-CROSS-SITE-REQUEST");
        List<String> asked = hidden(act("fixer", "f", "redrive", token).body());
        String key = asked.get(asked.indexOf("confirmationKey") + 1);
        HttpResponse<String> other = console.send(form(
                console.as("fixer", "f", "/actions/redrive"),
                List.of(
                        "csrfToken",
                        token,
                        "name",
                        DEAD,
                        "scope",
                        "all",
                        "selector",
                        "DeadLetterReason='NoPaint'",
                        "confirmationKey",
                        key)));
        assertThat(other.statusCode()).isEqualTo(409);
        String bossToken = token(get("boss", "h4shed", DEAD_PAGE).body());
        HttpResponse<String> byBoss = console.send(form(
                console.as("boss", "h4shed", "/actions/redrive"),
                List.of("csrfToken", bossToken, "name", DEAD, "scope", "all", "confirmationKey", key)));
        assertThat(byBoss.statusCode()).isEqualTo(409);
        assertThat(console.send(form(console.as("fixer", "f", "/actions/redrive"), asked))
                        .body())
                .contains("1 message was redriven");
    }

    @Test
    @DisplayName("the console rejects a users file that other users can read, or that has an invalid line")
    void shouldCheckFile() throws Exception {
        assertThat(refused(users("x"))).contains("line 1", "NAME:RIGHTS:PASSWORD");
        assertThat(refused(users("", "x:write:y"))).contains("line 2", "'write' is not a right", "view, read");
        assertThat(refused(users("x:read:"))).contains("line 1", "needs a password");
        assertThat(refused(users("x:read:y", "x:read:z"))).contains("two accounts with the name 'x'");
        assertThat(refused(users("# nobody"))).contains("contains no users");
        assertThat(refused(directory.resolve("none"))).contains("does not exist");
        Path open = users("x:read:y");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(refused(open))
                .contains("can be read by other users", "chmod 600")
                .doesNotContain("x:read:y");
    }

    @Test
    @DisplayName("the console rejects a users file with a byte order mark, another encoding or foreign hashes")
    void shouldRefuseFilesOfOtherPrograms() throws Exception {
        assertThat(refused(users("\uFEFFada:all:secret"))).contains("line 1 ", "byte order mark");
        for (String hash : List.of(
                "$2y$05$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC",
                "$apr1$lZL6V/ci$eIMz/iKDkbtys/uU7LEK00",
                "{SHA}hmMOGYxNKqnKYhn/bHfKBQWqyhs=",
                "argon2$argon2id$v=19$m=102400,t=2,p=8$x$y")) {
            assertThat(refused(users("# htpasswd", "ada:all:" + hash)))
                    .contains("line 2 ", "restante hash-password")
                    .doesNotContain(hash.substring(10));
        }
        Path other = users("x:read:y");
        Files.write(other, "x:read:y\nm\u00fcller:all:z\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(refused(other)).contains("line 2 ", "not UTF-8").doesNotContain("Input length");
    }

    @Test
    @DisplayName("the console rejects a password file that other users can read")
    void shouldCheckPasswordFile() throws Exception {
        Path open = users("secret");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(prompt.fails(2, "console", "--console-user", "ada", "--console-password-file", open.toString())
                        .err())
                .contains("the password file", "can be read by other users", "chmod 600")
                .doesNotContain("secret");
    }

    private String refused(Path file) {
        return prompt.fails(2, "console", "--console-users-file", file.toString())
                .err();
    }

    @Test
    @DisplayName("hash-password prints the hash of a typed password, and rejects an empty one")
    void shouldHash() {
        assertThat(prompt.withInput("h4shed\n").ok("hash-password").out())
                .startsWith("pbkdf2_sha256$600000$")
                .doesNotContain("h4shed");
        assertThat(prompt.withInput("\n").fails(2, "hash-password").err()).contains("no password");
        assertThat(prompt.withInput("").fails(2, "hash-password").err()).contains("no password");
    }
}
