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
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    @DisplayName("The commands of the model have the expected results")
    Stream<DynamicTest> commands() {
        return model.getAllCommands().stream().map(command -> dynamicTest(command.label, () -> execute(command)));
    }

    private void execute(Command command) {
        long startedNanos = System.nanoTime();
        A4Solution solution = TranslateAlloyToKodkod.execute_command(
                A4Reporter.NOP, model.getAllReachableSigs(), command, options());
        long tookMillis = (System.nanoTime() - startedNanos) / 1_000_000;
        System.out.println(String.format(Locale.ROOT, "%7d ms  %s", tookMillis, command.label));
        assertThat(solution.satisfiable())
                .as(() -> command + "\n" + solution)
                .isEqualTo(command.expects == SATISFIABLE);
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
                .allSatisfy(command -> assertThat(command.expects)
                        .as(command.label)
                        .isNotEqualTo(WITHOUT_EXPECTATION))
                .allSatisfy(command -> assertThat(command.expects)
                        .as(command.label)
                        .isEqualTo(command.check && !command.label.startsWith(TWIN) ? 0 : SATISFIABLE));
    }

    @Test
    @DisplayName("Each guard has a twin without it, and each kind of step is part of a history that must exist")
    void eachGuardAndStepIsUsed() {
        String twins = formulas(model.getAllCommands().stream()
                .filter(command -> command.label.startsWith(TWIN))
                .toList());
        assertThat(atoms("Guard")).isNotEmpty().allSatisfy(guard -> assertThat(twins)
                .containsPattern("\\b" + guard + "\\b"));
        String histories = formulas(model.getAllCommands().stream()
                .filter(command -> !command.check)
                .toList());
        assertThat(atoms("Step")).isNotEmpty().allSatisfy(step -> assertThat(histories)
                .containsPattern("\\b" + step + "\\b"));
    }

    private static String formulas(List<Command> commands) {
        return commands.stream().map(command -> command.formula.toString()).collect(Collectors.joining("\n"));
    }

    /** Returns the names of the atoms that extend a signature. */
    private TreeSet<String> atoms(String signature) {
        TreeSet<String> names = new TreeSet<>();
        for (Sig sig : model.getAllReachableSigs()) {
            if (sig instanceof Sig.PrimSig atom && atom.parent != null && atom.parent.label.equals("this/" + signature)) {
                names.add(atom.label.substring("this/".length()));
            }
        }
        return names;
    }
}
