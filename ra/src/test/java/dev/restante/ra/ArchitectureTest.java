package dev.restante.ra;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The resource adapter")
class ArchitectureTest {

    private final JavaClasses ours = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.restante.ra");

    @Test
    @DisplayName("has no threads that an exception ends")
    void shouldHaveNoThreadsThatAnExceptionEnds() {
        noClasses()
                .should()
                .callConstructorWhere(
                        target(owner(assignableTo(Thread.class).and(not(name("dev.restante.model.WorkerThread"))))))
                .check(ours);
    }

    @Test
    @DisplayName("IDLE-08 fails for no duration, however long")
    void shouldConvertDurationsWithoutOverflow() {
        noClasses()
                .should()
                .callMethod(Duration.class, "toMillis")
                .orShould()
                .callMethod(Duration.class, "toNanos")
                .check(ours);
    }
}
