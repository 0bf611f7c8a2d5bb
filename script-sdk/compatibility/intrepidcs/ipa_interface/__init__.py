"""What a script is given, in the form of the public package of this name."""

from intrepidcs.ipa_interface.ipa_interface import (
    get_attribute_from_file,
    get_config_files,
    get_data_files,
    get_output_dir,
    get_previous_dir,
    ipa_init,
    update_progress,
    using_ipa_file,
)

__all__ = [
    "get_attribute_from_file",
    "get_config_files",
    "get_data_files",
    "get_output_dir",
    "get_previous_dir",
    "ipa_init",
    "update_progress",
    "using_ipa_file",
]
