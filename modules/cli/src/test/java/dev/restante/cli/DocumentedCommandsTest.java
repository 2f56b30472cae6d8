package dev.restante.cli;

import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.restante.cli.shell.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

@DisplayName("docs/reference/command-line.md")
class DocumentedCommandsTest {

    private static final Path PAGE = Path.of(System.getProperty("basedir", "."))
            .toAbsolutePath()
            .getParent()
            .getParent()
            .resolve("docs/reference/command-line.md");
    private static final String MARK = "<!-- command-line -->";
    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");
    /** Line of a shell block with a command, up to a comment, a redirection or a pipe. */
    private static final Pattern SHOWN =
            Pattern.compile("(?:bin/)?restante ((?!COMMAND)(?:'[^']*'|\"[^\"]*\"|[^#|<>'\"\\\\])+?) *(?:[#|<>].*)?");

    private static final Pattern EXIT = Pattern.compile("\\s+# exit (\\d+)$");

    @TempDir
    Path directory;

    private static List<String> commands() throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        List<String> commands = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).equals(MARK)) {
                for (int line = i + 2; !lines.get(line).equals("```"); line++) {
                    assertThat(lines.get(line)).startsWith("restante ");
                    commands.add(lines.get(line).substring("restante ".length()));
                }
            }
        }
        assertThat(commands).hasSizeGreaterThan(40);
        return commands;
    }

    @Test
    @DisplayName("each command of the documented session ends with the documented exit code")
    void shouldRunDocumentedCommands() throws Exception {
        try (SharedTestStore store = SharedTestStore.inMemory()) {
            run(new Run.CommandLineRunner().with("RESTANTE_URL", store.url()));
        }
    }

    private void run(Run.CommandLineRunner prompt) throws IOException {
        for (String command : commands()) {
            Matcher exit = EXIT.matcher(command);
            int expected = exit.find() ? Integer.parseInt(exit.group(1)) : 0;
            List<String> arguments = words(exit.reset().replaceFirst(""));
            for (int i = 0; i < arguments.size(); i++) {
                String text = arguments.get(i);
                arguments.set(
                        i,
                        text.equals("$number")
                                ? number(prompt, arguments.get(1))
                                : text.replace("orders.jsonl", directory + "/orders.jsonl"));
            }
            Run run = prompt.run(arguments.toArray(String[]::new));
            assertThat(run.exitCode()).as("restante %s: %s", command, run.err()).isEqualTo(expected);
            if (expected == 0) {
                assertThat(run.err()).as(command).isEmpty();
                assertThat(run.out()).as(command).isNotEmpty();
            }
        }
    }

    /** Returns the arguments of a command without their quotation marks. */
    private static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(command);
        while (word.find()) {
            words.add(Stream.of(word.group(1), word.group(2), word.group(3))
                    .filter(group -> group != null)
                    .findFirst()
                    .orElseThrow());
        }
        return words;
    }

    private static String number(Run.CommandLineRunner prompt, String name) {
        return (String) at(prompt.json("peek", name), "messages", 0, "sequenceNumber");
    }

    @Test
    @DisplayName("each command in a block of any page exists and has the documented options")
    void shouldShowCommandsThatExist() throws IOException {
        CommandLine root = root();
        List<String> shown = new ArrayList<>();
        try (Stream<Path> pages = Files.walk(PAGE.getParent().getParent())) {
            for (Path page :
                    pages.filter(each -> each.toString().endsWith(".md")).toList()) {
                for (String line : Files.readAllLines(page)) {
                    Matcher command = SHOWN.matcher(line);
                    if (command.matches()) {
                        shown.add(command.group(1));
                        List<String> arguments = words(command.group(1));
                        arguments.replaceAll(word -> word.equals("$number") ? "1" : word);
                        assertThatCode(() -> root.parseArgs(arguments.toArray(String[]::new)))
                                .as("%s in %s", line, page)
                                .doesNotThrowAnyException();
                    }
                }
            }
        }
        assertThat(shown).hasSizeGreaterThan(60);
    }

    private static CommandLine root() {
        return Main.commandLine(new Run.CommandLineRunner()
                .on(Terminal.NONE)
                .newContext(new ByteArrayOutputStream(), new ByteArrayOutputStream()));
    }

    @Test
    @DisplayName("the page contains each command in its session, and each option of commands on messages and stores")
    void shouldDocumentAll() throws IOException {
        String page = Files.readString(PAGE);
        Set<String> run = new LinkedHashSet<>();
        for (String command : commands()) {
            String[] words = command.split(" ");
            run.add(words[0]);
            if (words.length > 1) {
                run.add(words[0] + " " + words[1]);
            }
        }
        // Other tests run these commands.
        run.add("store rescue");
        run.add("break-lock");
        run.add("migrate artemis");
        run.add("console");
        run.add("hash-password");
        run.add("generate-completion");
        CommandLine root = root();
        List<CommandSpec> leaves = new ArrayList<>();
        root.getSubcommands().values().forEach(command -> {
            if (command.getSubcommands().isEmpty()) {
                leaves.add(command.getCommandSpec());
            }
            command.getSubcommands().values().forEach(inner -> leaves.add(inner.getCommandSpec()));
        });
        assertThat(leaves).hasSizeGreaterThan(30);
        Set<String> configured = new LinkedHashSet<>(List.of("--help", "--version"));
        for (CommandSpec queue : leaves) {
            if (queue.qualifiedName().equals("restante queue create")) {
                queue.options().forEach(option -> configured.add(option.longestName()));
            }
        }
        for (CommandSpec leaf : leaves) {
            assertThat(run).contains(leaf.qualifiedName().substring("restante ".length()));
            for (OptionSpec option : leaf.options()) {
                if (!configured.contains(option.longestName()) || option.inherited()) {
                    assertThat(page)
                            .as("%s of %s", option.longestName(), leaf.qualifiedName())
                            .contains(option.longestName());
                }
            }
        }
    }
}
