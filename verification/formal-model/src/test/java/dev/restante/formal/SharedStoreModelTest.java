package dev.restante.formal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import edu.mit.csail.sdg.alloy4.A4Reporter;
import edu.mit.csail.sdg.ast.Command;
import edu.mit.csail.sdg.ast.Module;
import edu.mit.csail.sdg.ast.Sig;
import edu.mit.csail.sdg.parser.CompUtil;
import edu.mit.csail.sdg.translator.A4Options;
import edu.mit.csail.sdg.translator.A4Solution;
import edu.mit.csail.sdg.translator.TranslateAlloyToKodkod;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import kodkod.engine.satlab.SATFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Executes each command of the model with the solver SAT4J. A check of the product must find no counterexample, and a
 * check of a twin that lacks a guard must find one.
 */
class SharedStoreModelTest {

    private static final int WITHOUT_EXPECTATION = -1;
    private static final int SATISFIABLE = 1;

    private static final String TWIN = "Without";
    private static final Pattern OMITTED = Pattern.compile("without\\[this/(\\w+)]");
    private static final String KEPT = "InvariantKept";

    private static final Path PAGE = Path.of("..", "..", "docs", "contributing", "formal-model.md");
    private static final Path PRODUCT = Path.of("..", "..", "provider", "src", "main", "java");
    private static final Pattern CODE = Pattern.compile("`([^`\\n]+)`");
    private static final Pattern CLASS = Pattern.compile("[A-Z]\\w*[a-z]\\w*(\\.\\w+)?");

    private final Module model = model();

    private static Module model() {
        URL resource = Objects.requireNonNull(SharedStoreModelTest.class.getResource("shared-store.als"));
        try {
            return CompUtil.parseEverything_fromFile(
                    A4Reporter.NOP, null, Path.of(resource.toURI()).toString());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    @TestFactory
    @DisplayName("The commands of the model have the expected results, and their histories contain each kind of step")
    Stream<DynamicTest> commands() {
        Set<String> happened = new TreeSet<>();
        Stream<DynamicTest> executions = model.getAllCommands().stream()
                .map(command -> dynamicTest(command.label, () -> execute(command, happened)));
        return Stream.concat(
                executions,
                Stream.of(dynamicTest("each kind of step is in a history that must exist", () -> assertThat(happened)
                        .isEqualTo(atoms("Step")))));
    }

    private void execute(Command command, Set<String> happened) {
        long startedNanos = System.nanoTime();
        A4Solution solution =
                TranslateAlloyToKodkod.execute_command(A4Reporter.NOP, model.getAllReachableSigs(), command, options());
        long tookMillis = (System.nanoTime() - startedNanos) / 1_000_000;
        System.out.println(String.format(Locale.ROOT, "%7d ms  %s", tookMillis, command.label));
        assertThat(solution.satisfiable())
                .as(() -> command + "\n" + solution)
                .isEqualTo(command.expects == SATISFIABLE);
        if (!command.check) {
            happened.addAll(steps(solution));
        }
    }

    /** Returns the names of the steps in a history that the solver has found. */
    private Set<String> steps(A4Solution solution) {
        Sig.Field step = StreamSupport.stream(sig("Now").getFields().spliterator(), false)
                .filter(field -> field.label.equals("step"))
                .findFirst()
                .orElseThrow();
        Set<String> steps = new TreeSet<>();
        for (int state = 0; state < solution.getTraceLength(); state++) {
            solution.eval(step, state).forEach(tuple -> steps.add(tuple.atom(1).replaceAll("\\$.*", "")));
        }
        return steps;
    }

    private Sig sig(String name) {
        return StreamSupport.stream(model.getAllReachableSigs().spliterator(), false)
                .filter(sig -> sig.label.equals("this/" + name))
                .findFirst()
                .orElseThrow();
    }

    private static A4Options options() {
        A4Options options = new A4Options();
        options.solver = SATFactory.find("sat4j").orElseThrow();
        options.skolemDepth = 1;
        return options;
    }

    @Test
    @DisplayName("Each command tells its expected result")
    void eachCommandHasAnExpectation() {
        assertThat(model.getAllCommands())
                .isNotEmpty()
                .allSatisfy(
                        command -> assertThat(command.expects).as(command.label).isNotEqualTo(WITHOUT_EXPECTATION))
                .allSatisfy(command -> assertThat(command.expects)
                        .as(command.label)
                        .isEqualTo(command.check && !command.label.startsWith(TWIN) ? 0 : SATISFIABLE));
    }

    @Test
    @DisplayName("Each guard has a twin without it")
    void eachGuardHasATwin() {
        Set<String> omitted = model.getAllCommands().stream()
                .filter(command -> command.label.startsWith(TWIN))
                .flatMap(command -> OMITTED.matcher(command.formula.toString()).results())
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(omitted).isNotEmpty().isEqualTo(atoms("Guard"));
    }

    @Test
    @DisplayName("The page about the model names each guard, step and history, and classes that exist")
    void thePageIsComplete() throws IOException {
        Set<String> named = CODE.matcher(Files.readString(PAGE))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toSet());
        List<String> commands = model.getAllCommands().stream()
                .map(command -> command.label)
                .filter(label -> !label.startsWith(TWIN) && !label.endsWith(KEPT))
                .toList();
        Set<String> ofTheModel = atoms("Guard");
        ofTheModel.addAll(atoms("Step"));
        ofTheModel.addAll(commands);
        assertThat(named).containsAll(ofTheModel);

        Set<String> classes;
        try (Stream<Path> files = Files.walk(PRODUCT)) {
            classes = files.map(file -> file.getFileName().toString().replace(".java", ""))
                    .collect(Collectors.toSet());
        }
        assertThat(named)
                .filteredOn(name -> CLASS.matcher(name).matches() && !ofTheModel.contains(name))
                .hasSizeGreaterThan(20)
                .allSatisfy(name -> assertThat(classes).contains(name.replaceAll("\\..*", "")));
    }

    /** Returns the names of the atoms that extend a signature. */
    private Set<String> atoms(String signature) {
        Set<String> names = new TreeSet<>();
        for (Sig sig : model.getAllReachableSigs()) {
            if (sig instanceof Sig.PrimSig atom
                    && atom.parent != null
                    && atom.parent.label.equals("this/" + signature)) {
                names.add(atom.label.substring("this/".length()));
            }
        }
        return names;
    }
}
